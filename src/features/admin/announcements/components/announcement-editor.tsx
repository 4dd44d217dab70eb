"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { BackLink } from "@/ui/back-link";
import { Button, ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import { ANNOUNCEMENTS } from "../hrefs";
import { AnnouncementForm } from "./announcement-form";

export type Announcement = RouterOutputs["admin"]["announcements"]["view"]["data"];

/** One announcement. Without an identity in the address a new one. */
export function AnnouncementEditor() {
  const t = useTranslations("admin.announcements");
  const uid = useSearchParams().get("uid") ?? "";
  // Whoever may not edit hears it before they have written anything.
  const all = trpc.admin.announcements.list.useQuery({ page: 1 });
  if (isMissing(all)) return <Refused query={all} />;
  if (!all.data) return <LoadingList />;
  return (
    <>
      <BackLink href={ANNOUNCEMENTS} text={t("all")} />
      <h1 className="mb-6 text-2xl font-bold lg:text-[1.75rem]">{t(uid ? "edit" : "new")}</h1>
      {uid ? <Existing key={uid} uid={uid} /> : <AnnouncementForm announcement={null} />}
    </>
  );
}

function Existing({ uid }: { uid: string }) {
  const t = useTranslations("admin.announcements");
  const common = useTranslations("common");
  const query = trpc.admin.announcements.view.useQuery({ uid }, { refetchOnWindowFocus: false });
  if (isMissing(query)) {
    const { code, message } = toApiError(query.error);
    const gone = code === "notFound" || code === "invalidInput";
    return (
      <Notice tone="danger" title={gone ? t("notFound") : (message ?? common("offline"))}>
        {gone ? null : <Button onClick={() => void query.refetch()}>{common("retry")}</Button>}
        <ButtonLink href={ANNOUNCEMENTS} look="outline">
          {t("all")}
        </ButtonLink>
      </Notice>
    );
  }
  if (!query.data) return <LoadingList />;
  return <AnnouncementForm announcement={query.data.data} />;
}
