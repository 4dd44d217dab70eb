"use client";

import { useTranslations } from "next-intl";
import { FIRST_PAGE } from "@/lib/constants";
import { trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { Button } from "@/ui/button";
import { LoadingList } from "@/ui/spinner";
import { useMarking } from "../hooks/use-marking";
import { EntryLink } from "./entry";

/** The newest ten under the bell. */
export function BellPanel({ unread, onClose }: { unread: number; onClose: () => void }) {
  const t = useTranslations("notifications.bell");
  const list = trpc.account.notifications.list.useQuery({ page: FIRST_PAGE, unread: false });
  const { markRead, markAllRead } = useMarking();
  const entries = list.data?.data;
  return (
    <>
      <div className="flex min-h-14 items-center justify-between gap-3 border-b border-line ps-4 pe-2">
        <h2 className="font-semibold">{t("title")}</h2>
        {unread > 0 && entries && entries.length > 0 ? (
          <Button look="ghost" size="sm" onClick={() => markAllRead(entries)}>
            {t("readAll")}
          </Button>
        ) : null}
      </div>
      <div className="min-h-0 grow overflow-y-auto">
        {isComing(list) ? <LoadingList /> : null}
        {isMissing(list) ? <LoadFailed query={list} /> : null}
        {entries?.length === 0 ? <p className="px-6 py-10 text-center text-ink-soft">{t("empty")}</p> : null}
        {entries && entries.length > 0 ? (
          <ul className="divide-y divide-line">
            {entries.map((entry) => (
              <li key={entry.uid}>
                <EntryLink
                  entry={entry}
                  className="px-4 py-3"
                  onFollow={() => {
                    if (!entry.read) markRead(entry.uid);
                    onClose();
                  }}
                />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </>
  );
}
