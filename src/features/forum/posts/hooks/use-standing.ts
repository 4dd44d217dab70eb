"use client";

import { trpc } from "@/trpc/client";
import { serverNow } from "@/trpc/token";
import type { TopicDto } from "../../topics/dto";

/** Until when somebody may read and not write; null where nothing keeps them from it. */
export function useSuspension(): string | null {
  const until = trpc.forum.members.me.useQuery(undefined, { staleTime: 60_000 }).data?.data.suspendedUntil;
  return until && Date.parse(until) > serverNow() ? until : null;
}

/** What its reader may write in a topic, as the server sees it too. */
export function useStanding({ may, kind, author }: TopicDto) {
  const me = trpc.forum.members.me.useQuery(undefined, { staleTime: 60_000 }).data?.data;
  const suspended = useSuspension() !== null;
  const own = kind === "thread" && me !== undefined && author?.uid === me.uid;
  return {
    writable: may.write && !suspended,
    /** Whether its reader may mark a message as the answer. */
    answers: may.answer && !suspended,
    /** Whether what newcomers may not send counts in a message: everywhere but in answers in a topic of their own. */
    limits: ({ seq }: { seq: number }): boolean => (me?.newcomer ?? false) && !(own && seq > 1),
  };
}
