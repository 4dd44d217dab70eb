"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { INBOX_QUEUES, type InboxQueue } from "@/lib/enums/support";
import { api, trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { PageHeading } from "@/ui/card";
import { Pagination, pageOf } from "@/ui/pagination";
import { SearchField } from "@/ui/search-field";
import { LoadingList } from "@/ui/spinner";
import { useAddress } from "@/ui/use-address";
import { useRouter } from "@/ui/use-router";
import { useWithinPages } from "@/ui/use-within-pages";
import { useOutbox } from "../../chat/hooks/use-outbox";
import { INBOX_PAGE } from "../hrefs";
import { InboxConversation } from "./inbox-conversation";
import { InboxList } from "./inbox-list";
import { Queues } from "./queues";
import { ShortcutHelp, useInboxKeys } from "./shortcuts";

const queueOf = (word: string | null): InboxQueue => INBOX_QUEUES.find((queue) => queue === word) ?? "all";

/** The support team's inbox: queues and search beside the conversation that is open; on a phone one after the other. */
export function InboxPage() {
  const t = useTranslations("support.inbox");
  const router = useRouter();
  const { params, search, replace } = useAddress();
  const queue = queueOf(params.get("queue"));
  const page = pageOf(params);
  const conversation = params.get("conversation");
  const list = trpc.support.inbox.list.useQuery({ queue, page, ...(search ? { search } : {}) });
  useWithinPages(list, page, (to) => replace({ page: to }));
  const field = useRef<HTMLInputElement>(null);
  const rows = list.data?.data ?? [];
  const outgoing = useOutbox().filter(({ side }) => side === "support");

  useEffect(() => {
    // What stands in the list has come to the team.
    if (list.isSuccess) api.support.inbox.received.mutate().catch(() => {});
  }, [list.isSuccess]);

  const href = (changes: Record<string, string | undefined>) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    return `${INBOX_PAGE}?${next}`;
  };
  const step = (by: 1 | -1) => {
    const at = rows.findIndex(({ uid }) => uid === conversation);
    const next = rows[at < 0 ? 0 : at + by];
    if (next) router.push(href({ conversation: next.uid }));
  };
  useInboxKeys([
    ["j", () => step(1)],
    ["k", () => step(-1)],
    ["/", () => field.current?.focus()],
  ]);
  return (
    <>
      {/* On a phone what is open has the page to itself; its heading is still said. */}
      {conversation ? <h1 className="sr-only lg:hidden">{t("title")}</h1> : null}
      <div className={clsx(conversation && "max-lg:hidden")}>
        <PageHeading title={t("title")} lead={t("lead")} action={<ShortcutHelp />} />
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <div className={clsx("grid grid-cols-1 gap-4", conversation && "max-lg:hidden")}>
          <Queues current={search ? null : queue} href={(target) => href({ queue: target, search: undefined, page: undefined })} />
          <SearchField field={field} label={t("search")} value={search} onSearch={(next) => replace({ search: next })} />
          <p aria-live="polite" className="sr-only">
            {search && list.data ? t("found", { count: list.data.meta.total }) : ""}
          </p>
          {isComing(list) ? <LoadingList /> : null}
          {isMissing(list) ? <LoadFailed query={list} /> : null}
          {list.data?.meta.total === 0 ? (
            <p className="rounded-box border border-dashed border-line-strong/50 px-4 py-8 text-center text-ink-soft">
              {search ? t("emptySearch") : t(`empty.${queue}`)}
            </p>
          ) : null}
          <InboxList rows={rows} outgoing={outgoing} current={conversation} href={(uid) => href({ conversation: uid })} />
          <Pagination page={page} total={list.data?.meta.total ?? 0} href={(target) => href({ page: String(target) })} />
        </div>
        {conversation ? (
          <InboxConversation key={conversation} conversationId={conversation} back={href({ conversation: undefined })} />
        ) : (
          <div className="hidden rounded-box border border-dashed border-line-strong/50 p-12 text-center text-ink-soft lg:block">
            {t("choose")}
          </div>
        )}
      </div>
    </>
  );
}
