"use client";

import { ComputerDesktopIcon } from "@heroicons/react/24/outline";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import { toApiError, trpc } from "@/trpc/client";
import { Button, ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import { useRouter } from "@/ui/use-router";
import { runUploads } from "../../hooks/upload-queue";
import { findInterrupted, useDeviceTakes } from "../../hooks/use-device-takes";
import { useSoleTab } from "../hooks/use-sole-tab";
import { isOver } from "../rules";
import { RunFlow } from "./run-flow";

/** A simulation from its first question to the last, in one tab at a time. */
export function SimulationRun() {
  const t = useTranslations("practice.simulation.run");
  const uid = useSearchParams().get("simulation") ?? "";
  const { userId } = useSession();
  const sole = useSoleTab(`parley-simulation-${uid}`);
  if (sole === false) return <Notice level={1} icon={<ComputerDesktopIcon />} title={t("elsewhere")} text={t("elsewhereText")} />;
  if (!sole || !userId) return <LoadingList />;
  return <Loaded key={uid} uid={uid} userId={userId} />;
}

function Loaded({ uid, userId }: { uid: string; userId: string }) {
  const t = useTranslations("practice.simulation.run");
  const common = useTranslations("common");
  const router = useRouter();
  const utils = trpc.useUtils();
  const [turn, setTurn] = useState(0);
  // How long ago a question was given out counts from this very answer: an older one is not taken.
  const simulation = trpc.practice.simulation.get.useQuery(
    { uid },
    { enabled: uid !== "", refetchOnMount: "always", refetchOnWindowFocus: false, refetchOnReconnect: false },
  );
  const takes = useDeviceTakes();
  useEffect(() => {
    // The tab in which it ran before may have died since this one was opened.
    void findInterrupted(userId).catch(console.error).finally(runUploads);
  }, [userId]);
  const { data, isError, error, isFetchedAfterMount, dataUpdatedAt } = simulation;
  const over = data !== undefined && isOver(data.data.state);
  const report = `/dashboard/practice/simulation/report?simulation=${uid}`;
  useEffect(() => {
    if (over) router.replace(report);
  }, [over, router, report]);

  const { code, message } = toApiError(error);
  if (uid === "" || (isError && (!data || code === "notFound"))) {
    const missing = uid === "" || code === "notFound" || code === "invalidInput";
    return (
      <Notice level={1} tone="danger" title={missing ? t("missing") : (message ?? common("offline"))}>
        {missing ? null : <Button onClick={() => void simulation.refetch()}>{common("retry")}</Button>}
        <ButtonLink href="/dashboard/practice/simulation">{t("setUp")}</ButtonLink>
      </Notice>
    );
  }
  if (!data || !takes || !isFetchedAfterMount || over) return <LoadingList />;
  return (
    <RunFlow
      key={turn}
      simulation={data.data}
      ageMs={Date.now() - dataUpdatedAt}
      userId={userId}
      onDevice={takes.flatMap((take) => (take.simulation?.uid === uid ? [take.simulation.position] : []))}
      onOver={() => {
        void utils.practice.simulation.invalidate();
        void utils.practice.answers.invalidate();
        router.replace(report);
      }}
      onRefused={() => void simulation.refetch().finally(() => setTurn(turn + 1))}
    />
  );
}
