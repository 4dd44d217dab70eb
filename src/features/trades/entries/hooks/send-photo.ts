"use client";

import { authorization, BAD_FILE, toApiError } from "@/trpc/client";
import { onlyAs } from "@/trpc/token";
import { loadUploader } from "@/trpc/uploader";
import type { KeepProblem } from "../../files/rules";
import type { KeptPhoto } from "./photo-store";

/** Why the server does not take a photo: a word of ours, or a sentence of its own. */
export type Refusal = { problem: KeepProblem } | { said: string };

/**
 * Sends a photo, under the same id however often.
 * @returns why the server does not take it; nothing where it has it
 * @throws where asking again may help, also where no answer came
 */
export async function sendPhoto({ uid, userId, workspaceId, entryUid, name, type, blob }: KeptPhoto): Promise<Refusal | undefined> {
  const { uploadFiles } = await loadUploader();
  onlyAs(userId);
  try {
    const [sent] = await uploadFiles("workspaceFile", {
      files: [new File([blob], name, { type })],
      input: { workspaceId, uid, entryUid },
      headers: () => ({ "accept-language": document.documentElement.lang, ...authorization() }),
    });
    const outcome = sent?.serverData;
    if (!outcome) throw new Error(`no answer came to the photo ${uid}`);
    return outcome.taken ? undefined : { problem: outcome.problem };
  } catch (error) {
    const { code, message, issues } = toApiError(error);
    if (issues.some(({ path }) => path[0] === "entryUid")) return { problem: "many" };
    if (BAD_FILE.includes(code)) return { said: message ?? code };
    throw error;
  }
}
