"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { useErrorToast } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { passFocusAlong } from "@/ui/pass-focus-on";
import { notify } from "@/ui/toast";
import { postHref } from "../../hrefs";

/** Where the answer of the address can be played in the community, and until when; nothing where it cannot. */
export function AnswerShares() {
  const t = useTranslations("forum.share");
  const showError = useErrorToast();
  const format = useFormat();
  const answerId = useSearchParams().get("answer") ?? "";
  const utils = trpc.useUtils();
  const shares = trpc.forum.sharing.ofAnswer.useQuery({ answerId }, { enabled: answerId !== "" });
  const revoke = trpc.forum.sharing.revoke.useMutation({
    onSuccess: async () => {
      notify("success", t("revoked"));
      await utils.forum.sharing.invalidate();
    },
    onError: showError,
  });
  if (isMissing(shares)) return <LoadFailed query={shares} />;
  const rows = shares.data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <Card tabIndex={-1} className="p-5 sm:p-8">
      <h2 className="text-lg font-semibold">{t("inCommunity")}</h2>
      <ul className="mt-3 grid divide-y divide-line">
        {rows.map(({ uid, postId, title, place, expiresAt }) => (
          <li key={uid} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <Link href={postHref(postId)} className="rounded-sm font-medium text-primary-text underline-offset-4 hover:underline">
                <bdi>{place === "chat" ? t("inChat") : title}</bdi>
              </Link>
              <p className="text-sm text-ink-soft">{t("until", { date: format.dateTime(expiresAt) })}</p>
            </div>
            <Button ref={passFocusAlong} look="danger" size="sm" busy={revoke.isPending} onClick={() => revoke.mutate({ shareId: uid })}>
              {t("revokeTake")}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
