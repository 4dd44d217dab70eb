"use client";

import { ClipboardDocumentListIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { MODERATION_ACTS, type ModerationAct } from "@/lib/enums/forum";
import { api, TRANSIENT, toApiError, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { usePages } from "@/trpc/use-pages";
import { Button, ButtonLink } from "@/ui/button";
import { Badge, Card, Notice, PageHeading } from "@/ui/card";
import { SelectField } from "@/ui/field";
import { LoadingList } from "@/ui/spinner";
import { useAddress } from "@/ui/use-address";
import { CARE_LOG, postHref, topicHref } from "../../hrefs";
import { CareNav } from "../../moderation/components/care-nav";
import { MemberCard } from "../../suspensions/components/member-card";
import type { EntryDto } from "../dto";

interface Filters {
  act?: ModerationAct | undefined;
  moderatorId?: string | undefined;
  memberId?: string | undefined;
}

/** What moderators did, the newest first; nothing of it ever changes. */
export function LogPage() {
  const t = useTranslations("forum.care");
  const { params } = useAddress();
  const filters: Filters = {
    act: MODERATION_ACTS.find((act) => act === params.get("act")),
    moderatorId: params.get("moderator") ?? undefined,
    memberId: params.get("member") ?? undefined,
  };
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead.log")} />
      <CareNav current="log" />
      <Choose filters={filters} />
      {filters.memberId ? <MemberCard memberId={filters.memberId} /> : null}
      <Entries filters={filters} />
    </>
  );
}

function Choose({ filters: { act, moderatorId, memberId } }: { filters: Filters }) {
  const t = useTranslations("forum.care.log");
  const acts = useTranslations("forum.care.acts");
  const { replace, href } = useAddress();
  const moderators = trpc.forum.log.moderators.useQuery();
  return (
    <div className="mb-6 grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <SelectField label={t("act")} value={act ?? ""} onChange={({ target }) => replace({ act: target.value })}>
        <option value="">{t("anyAct")}</option>
        {MODERATION_ACTS.map((one) => (
          <option key={one} value={one}>
            {acts(one)}
          </option>
        ))}
      </SelectField>
      {isMissing(moderators) && TRANSIENT.includes(toApiError(moderators.error).code) ? (
        <LoadFailed query={moderators} />
      ) : (
        <SelectField label={t("moderator")} value={moderatorId ?? ""} onChange={({ target }) => replace({ moderator: target.value })}>
          <option value="">{t("anyModerator")}</option>
          {moderators.data?.data.map(({ uid, name }) => (
            <option key={uid} value={uid}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {memberId ? (
        <ButtonLink look="outline" href={href({ member: undefined })}>
          {t("everybody")}
        </ButtonLink>
      ) : null}
    </div>
  );
}

function Entries({ filters }: { filters: Filters }) {
  const t = useTranslations("forum.care.log");
  const query = usePages(trpc.forum.log.list, filters, api.forum.log.list.query);
  if (isMissing(query)) return <Refused query={query} level={2} />;
  if (!query.data) return <LoadingList />;
  const entries = query.data.pages.flatMap(({ data }) => data);
  if (entries.length === 0)
    return (
      <Notice icon={<ClipboardDocumentListIcon />} title={t("empty")} text={t("emptyText")}>
        <ButtonLink look="outline" href={CARE_LOG}>
          {t("all")}
        </ButtonLink>
      </Notice>
    );
  return (
    <>
      <h2 className="sr-only">{t("title")}</h2>
      <Card>
        <ol className="divide-y divide-line">
          {entries.map((entry) => (
            <Entry key={entry.uid} entry={entry} />
          ))}
        </ol>
      </Card>
      {query.hasNextPage ? (
        <div className="mt-5 flex justify-center">
          <Button look="outline" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t("more")}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Entry({ entry: { act, moderator, automatic, topic, post, subject, reason, details, createdAt } }: { entry: EntryDto }) {
  const t = useTranslations("forum.care.log");
  const acts = useTranslations("forum.care.acts");
  const format = useFormat();
  const { href } = useAddress();
  const link = "rounded-sm text-primary-text underline-offset-4 hover:underline";
  return (
    <li className="grid gap-1.5 p-4 sm:px-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge>{acts(act)}</Badge>
        <bdi className="font-semibold">{automatic ? t("automatic") : (moderator?.name ?? t("gone"))}</bdi>
        <time dateTime={createdAt} className="text-sm text-ink-soft">
          {format.dateTime(createdAt)}
        </time>
      </p>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {topic ? (
          <Link href={post ? postHref(post.uid) : topicHref(topic.uid)} className={link}>
            <bdi>{topic.kind === "chat" ? t("inChat") : topic.title}</bdi>
          </Link>
        ) : null}
        {subject ? (
          <Link href={href({ member: subject.uid })} className={link}>
            <bdi>{subject.name}</bdi>
          </Link>
        ) : null}
        {details.before && details.after ? (
          <span className="text-ink-soft">{t("change", { before: details.before, after: details.after })}</span>
        ) : null}
        {act === "suspend" && details.until ? (
          <span className="text-ink-soft">{t("until", { date: format.dateTime(details.until) })}</span>
        ) : null}
      </p>
      {reason ? (
        <p className="break-words text-ink-soft" dir="auto">
          {reason}
        </p>
      ) : null}
    </li>
  );
}
