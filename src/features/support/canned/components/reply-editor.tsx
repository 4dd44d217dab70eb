"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useLanguage } from "@/i18n/use-language";
import { type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { BackLink } from "@/ui/back-link";
import { Button, ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import { REPLIES_PAGE } from "../hrefs";
import { ReplyForm } from "./reply-form";

export type EditedReply = RouterOutputs["support"]["inbox"]["canned"]["reply"]["data"];

/** One ready answer in all languages. Without an identity in the address a new one. */
export function ReplyEditor() {
  const t = useTranslations("support.canned");
  const uid = useSearchParams().get("uid") ?? "";
  // Whoever may not edit hears it before they have written anything.
  const all = trpc.support.inbox.canned.list.useQuery({});
  if (isMissing(all)) return <Refused query={all} />;
  if (!all.data) return <LoadingList />;
  return (
    <>
      <BackLink href={REPLIES_PAGE} text={t("all")} />
      {uid ? (
        <Existing key={uid} uid={uid} />
      ) : (
        <>
          <h1 className="mb-6 text-2xl font-bold lg:text-[1.75rem]">{t("new")}</h1>
          <ReplyForm reply={null} />
        </>
      )}
    </>
  );
}

function Existing({ uid }: { uid: string }) {
  const t = useTranslations("support.canned");
  const common = useTranslations("common");
  const language = useLanguage();
  const query = trpc.support.inbox.canned.reply.useQuery({ uid }, { refetchOnWindowFocus: false });
  if (isMissing(query)) {
    const { code, message } = toApiError(query.error);
    const gone = code === "notFound" || code === "invalidInput";
    return (
      <Notice level={1} tone="danger" title={gone ? t("notFound") : (message ?? common("offline"))}>
        {gone ? null : <Button onClick={() => void query.refetch()}>{common("retry")}</Button>}
        <ButtonLink href={REPLIES_PAGE} look="outline">
          {t("all")}
        </ButtonLink>
      </Notice>
    );
  }
  if (!query.data) return <LoadingList />;
  const reply = query.data.data;
  return (
    <>
      <h1 className="mb-6 text-2xl font-bold lg:text-[1.75rem]">
        <bdi>{reply.title[language] || reply.title.en}</bdi>
      </h1>
      <ReplyForm reply={reply} />
    </>
  );
}
