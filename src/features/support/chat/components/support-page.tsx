"use client";

import { ChatBubbleLeftRightIcon, PlusIcon, QuestionMarkCircleIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { ButtonLink } from "@/ui/button";
import { Notice, PageHeading } from "@/ui/card";
import { Pagination, pageOf } from "@/ui/pagination";
import { LoadingList } from "@/ui/spinner";
import { SUPPORT_PAGE } from "../../hrefs";
import { useOutbox } from "../hooks/use-outbox";
import { ConversationList, unlisted } from "./conversation-list";
import { ConversationPane } from "./conversation-pane";
import { NewConversation } from "./new-conversation";

/** One's conversations with support: the list beside the one that is open; on a phone one after the other. */
export function SupportPage() {
  const t = useTranslations("support");
  const params = useSearchParams();
  const page = pageOf(params);
  const list = trpc.support.chat.list.useQuery({ page });
  const outbox = useOutbox().filter(({ side }) => side === "user");
  const conversation = params.get("conversation");
  const beginning = params.has("new") || params.has("ask");
  const empty = list.data?.meta.total === 0 && unlisted([], outbox).length === 0;
  const inside = conversation !== null || beginning;
  return (
    <>
      {/* On a phone what is open has the page to itself; its heading is still said. */}
      {inside ? <h1 className="sr-only lg:hidden">{t("title")}</h1> : null}
      <div className={clsx(inside && "max-lg:hidden")}>
        <PageHeading
          title={t("title")}
          lead={t("lead")}
          action={
            <div className="flex flex-wrap gap-3">
              <ButtonLink href={`${SUPPORT_PAGE}/faq`} look="outline" icon={<QuestionMarkCircleIcon className="size-5" />}>
                {t("faq")}
              </ButtonLink>
              <ButtonLink href={`${SUPPORT_PAGE}?new=1`} icon={<PlusIcon className="size-5" />}>
                {t("begin")}
              </ButtonLink>
            </div>
          }
        />
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <section aria-label={t("conversations")} className={clsx(inside && "max-lg:hidden", empty && !inside && "lg:col-span-2")}>
          {isComing(list) ? <LoadingList /> : null}
          {isMissing(list) ? <LoadFailed query={list} /> : null}
          {empty ? (
            <Notice icon={<ChatBubbleLeftRightIcon />} title={t("emptyTitle")} text={t("emptyText")}>
              <ButtonLink href={`${SUPPORT_PAGE}?new=1`}>{t("begin")}</ButtonLink>
            </Notice>
          ) : null}
          {list.data ? (
            <>
              <ConversationList rows={list.data.data} outgoing={outbox} current={conversation} />
              <Pagination page={page} total={list.data.meta.total} href={(target) => `${SUPPORT_PAGE}?page=${target}`} />
            </>
          ) : null}
        </section>
        {conversation ? (
          <ConversationPane
            key={conversation}
            conversationId={conversation}
            outgoing={outbox.filter(({ conversationId }) => conversationId === conversation)}
          />
        ) : beginning ? (
          <NewConversation />
        ) : empty ? null : (
          <div className="hidden rounded-box border border-dashed border-line-strong/50 p-12 text-center text-ink-soft lg:block">
            {t("choose")}
          </div>
        )}
      </div>
    </>
  );
}
