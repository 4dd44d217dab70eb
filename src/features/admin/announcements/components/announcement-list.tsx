"use client";

import { MegaphoneIcon, PlusIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { useLanguage } from "@/i18n/use-language";
import { usePaginationLabels } from "@/i18n/use-pagination-labels";
import { untranslated } from "@/lib/translations";
import { type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { Refused } from "@/trpc/refused";
import { ButtonLink } from "@/ui/button";
import { Badge, Notice, PageHeading } from "@/ui/card";
import { ConfirmDelete } from "@/ui/editing/confirm-delete";
import { Row } from "@/ui/editing/parts";
import { Pagination, pageOf } from "@/ui/pagination";
import { LoadingList } from "@/ui/spinner";
import { notify } from "@/ui/toast";
import { useAddress } from "@/ui/use-address";
import { phaseOf } from "../rules";
import { announcementHref } from "./places";

type Announcement = RouterOutputs["admin"]["announcements"]["list"]["data"][number];

const HEADING = "announcements-heading";

/** All announcements, the latest first. */
export function AnnouncementList() {
  const t = useTranslations("admin.announcements");
  const common = useTranslations("common");
  const format = useFormat();
  const labels = usePaginationLabels();
  const { params, href } = useAddress();
  const page = pageOf(params);
  const query = trpc.admin.announcements.list.useQuery({ page });
  if (query.isError && !query.data) return <Refused query={query} />;
  const rows = query.data?.data;
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
      {rows ? null : <LoadingList label={common("loading")} />}
      {rows?.length === 0 ? <Notice icon={<MegaphoneIcon />} title={t("empty")} text={t("emptyText")} /> : null}
      <ul className="grid gap-3">
        {rows?.map((announcement) => (
          <AnnouncementRow key={announcement.uid} announcement={announcement} />
        ))}
      </ul>
      {query.data ? (
        <Pagination
          page={page}
          total={query.data.meta.total}
          href={(target) => href({ page: target })}
          labels={labels}
          format={format.number}
        />
      ) : null}
    </>
  );
}

function AnnouncementRow({ announcement }: { announcement: Announcement }) {
  const t = useTranslations("admin.announcements");
  const format = useFormat();
  const language = useLanguage();
  const { uid, kind, audience, text, link, startsAt, endsAt } = announcement;
  const phase = phaseOf(announcement, new Date());
  const missing = untranslated(link ? [text, link.label] : [text]);
  return (
    <Row
      heading={
        <h3 className="font-semibold">
          <Link href={announcementHref(uid)} className="rounded-sm text-primary-text underline-offset-4 hover:underline">
            <bdi className="line-clamp-2">{text[language] || text.en}</bdi>
          </Link>
        </h3>
      }
      facts={
        <>
          <Badge tone={phase === "shown" ? "success" : "neutral"}>{t(`phases.${phase}`)}</Badge>
          <Badge tone={kind}>{t(`kinds.${kind}`)}</Badge>
          <span>{t(`audiences.${audience}`)}</span>
          <span>
            {endsAt
              ? t("span", { from: format.dateTime(startsAt), until: format.dateTime(endsAt) })
              : t("since", { from: format.dateTime(startsAt) })}
          </span>
          {missing.length > 0 ? <span>{t("missing", { languages: format.list(missing.map(format.language)) })}</span> : null}
        </>
      }
      actions={<DeleteAnnouncement uid={uid} name={text[language] || text.en} />}
    />
  );
}

function DeleteAnnouncement({ uid, name }: { uid: string; name: string }) {
  const t = useTranslations("admin.announcements");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const remove = trpc.admin.announcements.delete.useMutation({
    onSuccess: async () => {
      notify("success", t("deleted"));
      await Promise.all([utils.admin.announcements.invalidate(), utils.admin.service.invalidate()]);
      document.getElementById(HEADING)?.focus();
    },
  });
  return (
    <ConfirmDelete
      name={name}
      text={t("deleteText")}
      problem={remove.isError ? (toApiError(remove.error).message ?? common("offline")) : undefined}
      busy={remove.isPending}
      onDelete={() => remove.mutate({ uid })}
      onReset={remove.reset}
    />
  );
}
