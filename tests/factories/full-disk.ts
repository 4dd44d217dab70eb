import { createHash } from "node:crypto";
import { expect } from "vitest";
import type { Answer, Harness } from "#tests/config/harness";
import { answerDetail, capturedAnswer } from "./answers";
import { CATALOGUES } from "./catalogues";
import { uploadAddress } from "./uploads";

/** What everybody hears whose file has no room on the disk. */
export function expectFull({ status, headers, body }: Pick<Answer, "status" | "headers" | "body">): void {
  expect({ status, retryAfter: headers.get("retry-after"), body }).toEqual({
    status: 503,
    retryAfter: "60",
    body: { message: CATALOGUES.en.errors.filesFull, code: "filesFull" },
  });
}

/** A take whose recording is on the device, and the address for it. */
export async function announcedTake(harness: Harness, token: string, size: number) {
  const take = await capturedAnswer(harness, token, size);
  const file = { name: take.name, size, type: take.recording.type };
  return { ...take, file, address: await uploadAddress(harness, token, take.uid, file) };
}

/** The recording is there, byte for byte. */
export async function expectStored(harness: Harness, token: string, uid: string, md5: string): Promise<void> {
  const { state, media } = await answerDetail(harness, token, uid);
  expect(state).toBe("stored");
  const bytes = Buffer.from(await (await fetch(media.link)).arrayBuffer());
  expect(createHash("md5").update(bytes).digest("hex")).toBe(md5);
}
