"use client";

import { trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { useRouter } from "@/ui/use-router";
import type { Workspace } from "../../components/workspace-frame";
import { pricesHref } from "../../hrefs";

/** Prepares the next version of a list, with its latest prices or those of one of its versions, or takes the draft that is there; and goes to it. */
export function useNextVersion({ uid: workspaceId }: Workspace) {
  const showError = useErrorToast();
  const router = useRouter();
  const utils = trpc.useUtils();
  const draft = trpc.trades.prices.draft.useMutation({
    onSuccess: async ({ data }) => {
      utils.trades.prices.view.setData({ workspaceId, uid: data.uid }, { data });
      router.push(pricesHref(workspaceId, data.uid));
      await utils.trades.prices.lists.invalidate();
    },
    onError: showError,
  });
  return { busy: draft.isPending, prepare: (uid: string) => draft.mutate({ workspaceId, uid }) };
}
