"use client";

import { useTranslations } from "next-intl";
import { beginViewingHref } from "@/features/account/viewings/rules";
import { useFormat } from "@/i18n/use-format";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { useErrorToast } from "@/trpc/use-error";
import { Button, ButtonLink } from "@/ui/button";
import { Badge } from "@/ui/card";
import { Section } from "@/ui/editing/parts";
import { notify } from "@/ui/toast";

type Viewing = RouterOutputs["admin"]["viewings"]["list"]["data"][number];

/** Who of the team asked to look at somebody's account, why, and what became of it; one's own open ones with what can be done. */
export function PersonViewings({ uid }: { uid: string }) {
  const t = useTranslations("admin.viewings");
  const query = trpc.admin.viewings.list.useQuery({ uid });
  const viewings = query.data?.data;
  return (
    <Section title={t("title")}>
      {isMissing(query) ? <LoadFailed query={query} /> : null}
      {viewings?.length === 0 ? <p className="text-ink-soft">{t("none")}</p> : null}
      <ul className="divide-y divide-line">
        {viewings?.map((viewing) => (
          <li key={viewing.uid} className="grid gap-2 py-3">
            <Line viewing={viewing} />
            {viewing.own && viewing.until ? <OwnOpen viewing={viewing} /> : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Line({ viewing: { by, reason, state, askedAt, until } }: { viewing: Viewing }) {
  const t = useTranslations("admin.viewings");
  const format = useFormat();
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <bdi className="font-medium">{by}</bdi>
        <Badge tone={state === "allowed" ? "success" : "neutral"}>{t(`states.${state}`)}</Badge>
        <span className="text-sm text-ink-soft">{format.dateTime(askedAt)}</span>
        {until ? <span className="text-sm text-ink-soft">{t("until", { time: format.dateTime(until) })}</span> : null}
      </p>
      <p className="break-words" dir="auto">
        {reason}
      </p>
    </>
  );
}

/** Looking happens in a tab of its own, which alone becomes the account's. */
function OwnOpen({ viewing: { uid, state } }: { viewing: Viewing }) {
  const t = useTranslations("admin.viewings");
  const showError = useErrorToast();
  const { admin } = trpc.useUtils();
  const end = trpc.admin.viewings.end.useMutation({
    onSuccess: () => notify("success", t("over")),
    onError: showError,
    onSettled: () => admin.viewings.invalidate(),
  });
  return (
    <p className="flex flex-wrap gap-3">
      {state === "allowed" ? (
        <ButtonLink size="sm" href={beginViewingHref(uid)} target="_blank" rel="noopener">
          {t("open")}
        </ButtonLink>
      ) : null}
      <Button size="sm" look="outline" busy={end.isPending} onClick={() => end.mutate({ uid })}>
        {t(state === "asked" ? "withdraw" : "end")}
      </Button>
    </p>
  );
}
