"use client";

import { ArchiveBoxArrowDownIcon, ArrowDownTrayIcon } from "@heroicons/react/24/outline";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import type { ExportState } from "@/lib/enums/account";
import { api, type RouterOutputs, trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { ProofDeclined, withProof } from "../../hooks/with-proof";
import { CardWaits, SettingsCard } from "./settings-card";

type Archive = NonNullable<RouterOutputs["account"]["export"]["latest"]["data"]>;

/** How often a running archive is looked at where live updates do not arrive. */
const LOOK_EVERY_MS = 3000;

const isBeingMade = (state: ExportState | undefined) => state === "queued" || state === "running";

/** Everything of one's own in one file: asked for, watched, fetched. */
export function ExportCard() {
  const t = useTranslations("account.export");
  const showError = useErrorToast();
  const utils = trpc.useUtils();
  const latest = trpc.account.export.latest.useQuery(undefined, {
    refetchInterval: ({ state }) => (isBeingMade(state.data?.data?.state) ? LOOK_EVERY_MS : false),
  });
  const request = trpc.account.export.request.useMutation({
    onSuccess: (answer) => {
      utils.account.export.latest.setData(undefined, answer);
      void utils.account.export.latest.invalidate();
    },
    onError: showError,
  });
  const archive = latest.data?.data;
  const ready = archive?.state === "ready";
  return (
    <SettingsCard title={t("title")} lead={t("lead")}>
      {latest.data ? (
        <>
          {/* It stands from the start, so that what changes in it is told: not each step, but how it ended. */}
          <div aria-live="polite">{archive ? <Outcome archive={archive} /> : null}</div>
          {archive && isBeingMade(archive.state) ? (
            <Progress archive={archive} />
          ) : (
            <div className="flex flex-wrap gap-3">
              {archive && ready ? <Download archive={archive} /> : null}
              <Button
                look={ready ? "outline" : "primary"}
                icon={<ArchiveBoxArrowDownIcon className="size-5" />}
                busy={request.isPending}
                onClick={() => request.mutate()}
              >
                {t(archive ? "again" : "request")}
              </Button>
            </div>
          )}
        </>
      ) : (
        <CardWaits query={latest} />
      )}
    </SettingsCard>
  );
}

function Outcome({ archive: { state, sizeBytes, expiresAt } }: { archive: Archive }) {
  const t = useTranslations("account.export");
  const format = useFormat();
  if (isBeingMade(state)) return null;
  return (
    <div className="mb-5">
      {state === "ready" ? (
        <p>{t("ready", { size: format.size(sizeBytes ?? 0), date: expiresAt ? format.dateTime(expiresAt) : "" })}</p>
      ) : state === "failed" ? (
        <Alert tone="warning">{t("failed")}</Alert>
      ) : (
        <p className="text-ink-soft">{t("expired")}</p>
      )}
    </div>
  );
}

function Progress({ archive: { state, progress } }: { archive: Archive }) {
  const t = useTranslations("account.export");
  const format = useFormat();
  const waiting = state === "queued";
  const text = waiting ? t("queued") : t("running", { percent: format.percent(progress / 100) });
  return (
    <div className="max-w-prose">
      <p className="mb-2 font-medium tabular">{text}</p>
      <div
        role="progressbar"
        aria-label={t("progress")}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={waiting ? undefined : progress}
        aria-valuetext={text}
        className="h-2.5 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className={`h-full rounded-full bg-primary transition-[width] duration-500 ${waiting ? "animate-pulse" : ""}`}
          style={{ width: `${Math.max(progress, 4)}%` }}
        />
      </div>
    </div>
  );
}

function Download({ archive }: { archive: Archive }) {
  const t = useTranslations("account.export");
  const showError = useErrorToast();
  const utils = trpc.useUtils();
  const link = useMutation({
    mutationFn: () => withProof(() => api.account.export.link.mutate({ uid: archive.uid })),
    // The file is an attachment: the browser saves it, and the page stays.
    onSuccess: ({ data }) => window.location.assign(data.link),
    onError: (error) => {
      if (error instanceof ProofDeclined) return;
      showError(error);
      void utils.account.export.latest.invalidate();
    },
  });
  return (
    <Button icon={<ArrowDownTrayIcon className="size-5" />} busy={link.isPending} onClick={() => link.mutate()}>
      {t("download")}
    </Button>
  );
}
