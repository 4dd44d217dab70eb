"use client";

import { MegaphoneIcon, PlusIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { useLanguage } from "@/i18n/use-language";
import { untranslated } from "@/lib/localized-text";
import { type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { serverNow } from "@/trpc/token";
import { useAsked } from "@/trpc/use-error";
import { ButtonLink } from "@/ui/button";
import { Badge, Notice, PageHeading } from "@/ui/card";
import { ConfirmDelete } from "@/ui/editing/confirm-delete";
import { useContentColumns } from "@/ui/editing/use-content-columns";
import { Pagination, pageOf } from "@/ui/pagination";
import type { Column } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { notify } from "@/ui/toast";
import { useAddress } from "@/ui/use-address";
import { useWithinPages } from "@/ui/use-within-pages";
import { announcementHref } from "../hrefs";
import { type Phase, phaseOf } from "../rules";

type Announcement = RouterOutputs["admin"]["announcements"]["list"]["data"][number];
type AnnouncementRow = Announcement & { name: string; phase: Phase; missing: ReturnType<typeof untranslated> };

const HEADING = "announcements-heading";

/** All announcements, the latest first. */
export function AnnouncementTable() {
  const t = useTranslations("admin.announcements");
  const language = useLanguage();
  const { params, href, replace } = useAddress();
  const page = pageOf(params);
  const query = trpc.admin.announcements.list.useQuery({ page }, { placeholderData: keepPreviousData });
  useWithinPages(query, page, (to) => replace({ page: to }));
  const columns = useColumns();
  if (isMissing(query)) return <Refused query={query} />;
  const rows = (query.data?.data ?? []).map((announcement): AnnouncementRow => {
    const { text, link } = announcement;
    const missing = untranslated(link ? [text, link.label] : [text]);
    return { ...announcement, name: text[language] || text.en, phase: phaseOf(announcement, new Date(serverNow())), missing };
  });
  return (
    <>
      <PageHeading
        title={t("title")}
        lead={t("lead")}
        action={
          <ButtonLink href={announcementHref()} icon={<PlusIcon className="size-5" />}>
            {t("new")}
          </ButtonLink>
        }
      />
      <h2 id={HEADING} tabIndex={-1} className="sr-only">
        {t("all")}
      </h2>
      <DataTable
        name="announcements"
        caption={t("all")}
        columns={columns}
        rows={rows}
        rowId={({ uid }) => uid}
        total={query.data?.meta.total}
        href={({ uid }) => announcementHref(uid)}
        loading={!query.data || query.isPlaceholderData}
        empty={<Notice icon={<MegaphoneIcon />} title={t("empty")} text={t("emptyText")} />}
      />
      <Pagination page={page} total={query.data?.meta.total ?? 0} href={(target) => href({ page: target })} />
    </>
  );
}

function useColumns(): Column<AnnouncementRow>[] {
  const t = useTranslations("admin.announcements");
  const editing = useTranslations("editing.state");
  const format = useFormat();
  const { missing } = useContentColumns(format);
  return [
    {
      id: "text",
      header: t("text"),
      cell: ({ name }) => <bdi className="line-clamp-2">{name}</bdi>,
      text: ({ name }) => name,
      fixed: true,
    },
    {
      id: "state",
      header: editing("label"),
      cell: ({ phase }) => <Badge tone={phase === "shown" ? "success" : "neutral"}>{t(`phases.${phase}`)}</Badge>,
      text: ({ phase }) => t(`phases.${phase}`),
    },
    {
      id: "kind",
      header: t("kind"),
      cell: ({ kind }) => <Badge tone={kind}>{t(`kinds.${kind}`)}</Badge>,
      text: ({ kind }) => t(`kinds.${kind}`),
    },
    {
      id: "audience",
      header: t("audience"),
      cell: ({ audience }) => t(`audiences.${audience}`),
      text: ({ audience }) => t(`audiences.${audience}`),
    },
    { id: "from", header: t("from"), cell: ({ startsAt }) => format.dateTime(startsAt), text: ({ startsAt }) => startsAt },
    {
      id: "until",
      header: t("until"),
      cell: ({ endsAt }) => (endsAt ? format.dateTime(endsAt) : "–"),
      text: ({ endsAt }) => endsAt,
    },
    missing,
    { id: "delete", header: t("remove"), cell: ({ uid, version, name }) => <DeleteAnnouncement uid={uid} version={version} name={name} /> },
  ];
}

function DeleteAnnouncement({ uid, version, name }: Pick<AnnouncementRow, "uid" | "version" | "name">) {
  const t = useTranslations("admin.announcements");
  const asked = useAsked();
  const utils = trpc.useUtils();
  const remove = trpc.admin.announcements.delete.useMutation({
    onSuccess: async () => {
      notify("success", t("deleted"));
      await Promise.all([utils.admin.announcements.invalidate(), utils.admin.service.invalidate()]);
      document.getElementById(HEADING)?.focus();
    },
    // What has become of it is to be seen before it is asked about once more.
    onError: (error) => void (toApiError(error).code === "conflict" && utils.admin.announcements.invalidate()),
  });
  return (
    <ConfirmDelete
      name={name}
      text={t("deleteText")}
      version={version}
      onDelete={(seen) => remove.mutate({ uid, version: seen })}
      {...asked(remove)}
    />
  );
}
