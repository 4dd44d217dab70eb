"use client";

import { useQueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { useTranslations } from "next-intl";
import { type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { notify } from "@/ui/toast";

type List = RouterOutputs["account"]["notifications"]["list"];

/** Marks notifications as read or unread: at once on the page, and put right by the server's word. */
export function useMarking() {
  const common = useTranslations("common");
  const queries = useQueryClient();
  const utils = trpc.useUtils();
  const show = async (isMeant: (uid: string) => boolean, read: boolean) => {
    await utils.account.notifications.list.cancel();
    await utils.account.notifications.unread.cancel();
    let changed = 0;
    const seen = new Set<string>();
    queries.setQueriesData<List>({ queryKey: getQueryKey(trpc.account.notifications.list) }, (list) =>
      list
        ? {
            ...list,
            data: list.data.map((entry) => {
              if (!isMeant(entry.uid) || entry.read === read) return entry;
              if (!seen.has(entry.uid)) changed += 1;
              seen.add(entry.uid);
              return { ...entry, read };
            }),
          }
        : list,
    );
    utils.account.notifications.unread.setData(undefined, (old) =>
      old ? { data: { unread: Math.max(0, old.data.unread + (read ? -changed : changed)) } } : old,
    );
  };
  const settle = {
    onError: (error: unknown) => notify("error", toApiError(error).message ?? common("offline")),
    onSettled: () => utils.account.notifications.invalidate(),
  };
  const read = trpc.account.notifications.read.useMutation({ onMutate: ({ uid }) => show((one) => one === uid, true), ...settle });
  const unread = trpc.account.notifications.unreadOne.useMutation({ onMutate: ({ uid }) => show((one) => one === uid, false), ...settle });
  const all = trpc.account.notifications.readAll.useMutation({
    onMutate: async () => {
      await show(() => true, true);
      utils.account.notifications.unread.setData(undefined, { data: { unread: 0 } });
    },
    ...settle,
  });
  return {
    markRead: (uid: string) => read.mutate({ uid }),
    markUnread: (uid: string) => unread.mutate({ uid }),
    markAllRead: () => all.mutate(),
  };
}
