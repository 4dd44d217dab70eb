"use client";

import { useQueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";

type List = RouterOutputs["account"]["notifications"]["list"];
type Entry = List["data"][number];

/** Marks notifications as read or unread: at once on the page, and put right by the server's word. */
export function useMarking() {
  const showError = useErrorToast();
  const queries = useQueryClient();
  const utils = trpc.useUtils();
  /** @returns which it changed, and how many were unread */
  const show = async (isMeant: (entry: Entry) => boolean, read: boolean) => {
    await utils.account.notifications.list.cancel();
    await utils.account.notifications.unread.cancel();
    const before = utils.account.notifications.unread.getData();
    const changed = new Set<string>();
    queries.setQueriesData<List>({ queryKey: getQueryKey(trpc.account.notifications.list) }, (list) =>
      list
        ? {
            ...list,
            data: list.data.map((entry) => {
              if (!isMeant(entry) || entry.read === read) return entry;
              changed.add(entry.uid);
              return { ...entry, read };
            }),
          }
        : list,
    );
    utils.account.notifications.unread.setData(undefined, (old) =>
      old ? { data: { unread: Math.max(0, old.data.unread + (read ? -changed.size : changed.size)) } } : old,
    );
    return { changed, before };
  };
  const settle = (read: boolean) => ({
    onError: async (error: unknown, _asked: unknown, shown: Awaited<ReturnType<typeof show>> | undefined) => {
      showError(error);
      if (!shown) return;
      // Without a network the server's word comes late.
      await show(({ uid }) => shown.changed.has(uid), !read);
      utils.account.notifications.unread.setData(undefined, shown.before);
    },
    onSettled: () => utils.account.notifications.invalidate(),
  });
  const read = trpc.account.notifications.read.useMutation({
    onMutate: ({ uid }) => show((one) => one.uid === uid, true),
    ...settle(true),
  });
  const unread = trpc.account.notifications.unreadOne.useMutation({
    onMutate: ({ uid }) => show((one) => one.uid === uid, false),
    ...settle(false),
  });
  const all = trpc.account.notifications.readAll.useMutation({
    // How many there are that no list here holds is the server's to say.
    onMutate: (seen) => show(({ updatedAt }) => !!seen?.until && updatedAt <= seen.until, true),
    ...settle(true),
  });
  return {
    markRead: (uid: string) => read.mutate({ uid }),
    markUnread: (uid: string) => unread.mutate({ uid }),
    /** @param shown the list: what came or rose since it was loaded stays unread. Of some only the hour is told, so that the first is not the latest. */
    markAllRead: (shown: readonly Entry[]) =>
      all.mutate({
        until: shown
          .map(({ updatedAt }) => updatedAt)
          .toSorted()
          .at(-1),
      }),
  };
}
