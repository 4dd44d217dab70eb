"use client";

import { useEffect, useState } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import { listOutgoing, type Outgoing, onOutgoingChanged } from "./outbox-store";

/** The messages of whoever is signed in that wait on this device, in their order. */
export function useOutbox(): Outgoing[] {
  const { userId } = useSession();
  const [outgoing, setOutgoing] = useState<Outgoing[]>([]);
  useEffect(() => {
    if (!userId) return setOutgoing([]);
    let live = true;
    const load = () =>
      void listOutgoing(userId).then(
        (found) => live && setOutgoing(found),
        () => {},
      );
    load();
    const stop = onOutgoingChanged(load);
    return () => {
      live = false;
      stop();
    };
  }, [userId]);
  return outgoing;
}
