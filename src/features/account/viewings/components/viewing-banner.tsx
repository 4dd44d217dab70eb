"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { passFocusOn } from "@/ui/pass-focus-on";
import { useViewingActs, type Viewing } from "../hooks/use-viewing-acts";

/** While something is open it is asked for anew, in milliseconds: its end comes by the clock, of which nobody tells. */
const EVERY_MS = 60_000;

/** Who of the team asks to look at the account, or may look now: wherever one is, with the answer at hand. */
export function ViewingBanner() {
  const query = trpc.account.viewings.open.useQuery(undefined, {
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data?.data.length ? EVERY_MS : false),
  });
  const open = query.data?.data ?? [];
  return open.map((viewing) => (
    <div key={viewing.uid} tabIndex={-1} className="mb-6 rounded-box print:hidden">
      {viewing.state === "asked" ? <Asked viewing={viewing} /> : <Allowed viewing={viewing} />}
    </div>
  ));
}

function Asked({ viewing: { uid, by, reason } }: { viewing: Viewing }) {
  const t = useTranslations("account.viewings");
  const { answer, busy } = useViewingActs();
  return (
    <Alert tone="warning" title={t("ask", { by })}>
      <div className="grid gap-3">
        <blockquote className="border-s-4 border-warning ps-3 break-words" dir="auto">
          {reason}
        </blockquote>
        <p>{t("sees")}</p>
        <p>{t("never")}</p>
        <div className="flex flex-wrap gap-3">
          <Button ref={passFocusOn} size="sm" busy={busy} onClick={() => answer({ uid, allow: true })}>
            {t("allow")}
          </Button>
          <Button ref={passFocusOn} size="sm" look="outline" busy={busy} onClick={() => answer({ uid, allow: false })}>
            {t("decline")}
          </Button>
        </div>
      </div>
    </Alert>
  );
}

function Allowed({ viewing: { uid, by, until } }: { viewing: Viewing }) {
  const t = useTranslations("account.viewings");
  const format = useFormat();
  const { end, busy } = useViewingActs();
  return (
    <Alert tone="warning">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 break-words">{t("allowed", { by, time: format.time(until ?? "") })}</p>
        <Button ref={passFocusOn} size="sm" busy={busy} onClick={() => end(uid)}>
          {t("end")}
        </Button>
      </div>
    </Alert>
  );
}
