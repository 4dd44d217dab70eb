"use client";

import { useSession } from "@/features/account/hooks/use-session";
import type { FormDefinition } from "@/lib/form-definitions";
import { useRouter } from "@/ui/use-router";
import { isViewing } from "@/ui/viewing-tab";
import { begunHref, workspaceHref } from "../../hrefs";
import { type Begun, keepBegun } from "./begun-store";

interface Wanted extends Pick<Begun, "uid" | "job" | "task"> {
  form: { uid: string; name: string; number: number; definition: FormDefinition };
}

/** Begins forms on this device, and opens them there: on the page that opens without a network. */
export function useBegin(workspaceId: string) {
  const { userId } = useSession();
  const router = useRouter();
  const open = (uid: string) => {
    const href = begunHref(workspaceId, uid);
    const [page] = workspaceHref(workspaceId, "day").split("?");
    // On that page nothing is asked of the server, which may be away.
    if (window.location.pathname === page) window.history.pushState(null, "", href);
    else router.push(href);
  };
  /** @returns whether it was begun: a device may keep nothing, and whoever looks at somebody else's account leaves nothing */
  const begin = async ({ uid, job, task, form: { definition, ...form } }: Wanted): Promise<boolean> => {
    if (!userId || isViewing()) return false;
    const begun = { uid, userId, workspaceId, form, definition, job, task, answers: {}, at: Date.now(), handIn: false, change: 1 };
    try {
      await keepBegun(begun);
    } catch (error) {
      console.error(error);
      return false;
    }
    open(uid);
    return true;
  };
  return { begin, open };
}
