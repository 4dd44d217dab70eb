"use client";

import { type ReactNode, useRef, useState } from "react";
import { trpc } from "@/trpc/client";
import { DialogMissing, lazyPart } from "@/ui/lazy-part";

const YouDialog = lazyPart(() => import("../components/you-dialog").then((part) => part.YouDialog), { missing: DialogMissing });

/**
 * Before their first message somebody says how they want to be seen. `ensure` answers whether they have; the dialog stands in the
 * page meanwhile.
 */
export function useJoin(): { ensure: () => Promise<boolean>; dialog: ReactNode } {
  const utils = trpc.useUtils();
  const [asking, setAsking] = useState(false);
  const answer = useRef<(joined: boolean) => void>(undefined);
  const ensure = async () => {
    // Without a network it would wait for one without a word, and who sends with it.
    const { data } = await utils.forum.members.me.fetch(undefined, { staleTime: 60_000, networkMode: "always" });
    if (data.joined) return true;
    setAsking(true);
    return new Promise<boolean>((resolve) => {
      answer.current = resolve;
    });
  };
  const done = (joined: boolean) => {
    setAsking(false);
    answer.current?.(joined);
    answer.current = undefined;
  };
  return { ensure, dialog: asking ? <YouDialog first onClose={done} /> : null };
}
