"use client";

import { LinkSlashIcon } from "@heroicons/react/24/outline";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { api } from "@/trpc/client";
import { isMissing, isNowhere } from "@/trpc/load-failed";
import { useErrorMessage } from "@/trpc/use-error";
import { Button, ButtonLink } from "@/ui/button";
import { Badge, Card, Notice } from "@/ui/card";
import { useFragment } from "@/ui/hooks";
import { LoadingList } from "@/ui/spinner";
import { Player } from "./player";

/** One answer for whoever has its link. The token stands in the fragment, which browsers never send to a server. */
export function SharedAnswer() {
  const t = useTranslations("practice.shared");
  const common = useTranslations("common");
  const errorMessage = useErrorMessage();
  const format = useFormat();
  const token = useFragment();
  const shared = useQuery({
    queryKey: ["shared-answer", token],
    queryFn: async () => (await api.practice.shared.mutate({ token: token ?? "" })).data,
    enabled: !!token,
    staleTime: 10 * 60_000,
    refetchOnWindowFocus: false,
  });
  const gone = isNowhere(shared);
  if (token === "" || gone) {
    return (
      <Notice level={1} icon={<LinkSlashIcon />} title={t("gone")} text={t("goneText")}>
        <ButtonLink href="/">{t("about")}</ButtonLink>
      </Notice>
    );
  }
  if (isMissing(shared)) {
    return (
      <Notice level={1} tone="danger" title={errorMessage(shared.error)}>
        <Button onClick={() => void shared.refetch()}>{common("retry")}</Button>
      </Notice>
    );
  }
  if (!shared.data) return <LoadingList />;
  const { question, category, firstName, recording, recorded_on, link } = shared.data;
  return (
    <Card className="grid gap-5 p-5 sm:p-8">
      <div>
        <Badge tone="primary">{category}</Badge>
        <h1 className="mt-3 text-2xl font-bold">{question}</h1>
        <p className="mt-2 text-ink-soft">{t("by", { name: firstName, date: format.day(recorded_on) })}</p>
      </div>
      {recording ? (
        <Player src={link} kind={recording.kind} type={recording.type} label={question} onExpired={() => void shared.refetch()} />
      ) : null}
    </Card>
  );
}
