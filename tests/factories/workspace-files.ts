import { randomUUID } from "node:crypto";
import type { Answer, Harness } from "#tests/config/harness";
import { sendFile } from "./uploads";

interface Sent {
  name: string;
  type: string;
  uid?: string;
  /** What is said before a byte is sent. */
  size?: number;
  /** What it is a document of, or which form it is a photo in; without it, it waits for a note. */
  about?: { customerUid?: string; jobUid?: string; slabUid?: string; entryUid?: string };
}

/** Sends a file to a workspace as the browser's client does. @returns the address's answer, or the upload's where there was one */
export async function sendToWorkspace(
  harness: Harness,
  token: string | undefined,
  workspaceId: string,
  bytes: Uint8Array,
  { uid = randomUUID(), about = {}, ...file }: Sent,
): Promise<Answer & { uid: string }> {
  return { ...(await sendFile(harness, token, "workspaceFile", bytes, file, { workspaceId, uid, ...about })), uid };
}
