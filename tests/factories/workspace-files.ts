import { randomUUID } from "node:crypto";
import type { Answer, Harness } from "#tests/config/harness";
import { putFile } from "./uploads";

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
export async function sendFile(
  harness: Harness,
  token: string | undefined,
  workspaceId: string,
  bytes: Uint8Array,
  { name, type, uid = randomUUID(), size = bytes.length, about = {} }: Sent,
): Promise<Answer & { uid: string }> {
  const asked = await harness.call("POST", "/api/uploadthing?actionType=upload&slug=workspaceFile", {
    token,
    headers: { "x-uploadthing-package": "uploadthing", "x-uploadthing-version": "7.7.4" },
    body: { files: [{ name, type, size, lastModified: 1 }], input: { workspaceId, uid, ...about } },
  });
  if (asked.status !== 200) return { ...asked, uid };
  return { ...(await putFile(asked.body[0].url, bytes, type)), uid };
}
