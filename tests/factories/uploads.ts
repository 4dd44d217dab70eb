import { Readable } from "node:stream";
import type { Answer, Harness } from "#tests/config/harness";
import { capturedAnswer } from "./answers";
import { heldToDocument } from "./held-to-document";

export interface FileToSend {
  name: string;
  size: number;
  type: string;
}

/** What UploadThing's browser client asks first: where to send a file of that kind (the app's file route), and what it is of. */
export function askToSend(harness: Harness, token: string | undefined, slug: string, file: FileToSend, input: unknown): Promise<Answer> {
  return harness.call("POST", `/api/uploadthing?actionType=upload&slug=${slug}`, {
    token,
    headers: { "x-uploadthing-package": "uploadthing", "x-uploadthing-version": "7.7.4" },
    body: { files: [{ ...file, lastModified: 1 }], input },
  });
}

/** Asks, and sends the file. @returns the refusal, or the storage's answer where there was none */
export async function sendFile(
  harness: Harness,
  token: string | undefined,
  slug: string,
  bytes: Uint8Array,
  { name, type, size = bytes.length }: { name: string; type: string; size?: number | undefined },
  input: unknown,
): Promise<Answer> {
  const asked = await askToSend(harness, token, slug, { name, type, size }, input);
  return asked.status === 200 ? putFile(asked.body[0].url, bytes, type) : asked;
}

/** Where to send an answer's recording. */
export const requestUpload = (harness: Harness, token: string | undefined, uid: unknown, file: FileToSend): Promise<Answer> =>
  askToSend(harness, token, "recording", file, { uid });

/** The signed address for an answer's file; fails loudly when the app refuses. */
export async function uploadAddress(harness: Harness, token: string, uid: string, file: FileToSend): Promise<string> {
  const answer = await requestUpload(harness, token, uid, file);
  if (answer.status !== 200) throw new Error(`no upload address: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body[0].url;
}

/** The byte from which the storage wants the rest. */
export async function resumeAt(address: string): Promise<number> {
  const answer = await fetch(address, { method: "HEAD" });
  if (answer.status !== 200) throw new Error(`HEAD answered ${answer.status}`);
  return Number(answer.headers.get("x-ut-range-start"));
}

/** Sends the file from a byte on, as the browser client does: multipart with one part `file`. */
export async function putFile(address: string, bytes: Uint8Array, type: string, from = 0): Promise<Answer> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes.subarray(from))], { type }), "blob");
  const answer = await fetch(address, {
    method: "PUT",
    body: form,
    headers: { Range: `bytes=${from}-`, "x-uploadthing-version": "7.7.4" },
  });
  const told = { status: answer.status, headers: answer.headers, body: await answer.json() };
  checkArrival(address, told);
  return told;
}

/** Holds the storage's answer to what the document says of files of this kind. */
const checkArrival = (address: string, told: Answer): void => {
  const { pathname, search } = new URL(address);
  heldToDocument("PUT", pathname + search, told);
};

/** Asks where to go on and sends the rest, as the client does: again while the server is still closing a broken request. */
export async function finish(address: string, bytes: Uint8Array, type: string): Promise<{ from: number; put: Answer }> {
  for (;;) {
    const from = await resumeAt(address);
    const put = await putFile(address, bytes, type, from);
    if (put.status !== 423 && put.status !== 416) return { from, put };
  }
}

/** Sends bytes as they come, raw, from a byte on. */
export async function putPieces(address: string, pieces: AsyncIterable<Uint8Array>, from = 0): Promise<Answer> {
  const headers = { range: `bytes=${from}-` };
  const answer = await fetch(address, { method: "PUT", body: Readable.from(pieces), duplex: "half", headers } as unknown as RequestInit);
  const told = { status: answer.status, headers: answer.headers, body: await answer.json() };
  checkArrival(address, told);
  return told;
}

/** An answer whose recording has arrived. */
export async function storedAnswer(harness: Harness, token: string, size = 5000, type = "video/webm") {
  const answer = await capturedAnswer(harness, token, size, type);
  const address = await uploadAddress(harness, token, answer.uid, { name: answer.name, size, type });
  const put = await putFile(address, answer.bytes, type);
  if (put.status !== 200) throw new Error(`not stored: ${put.status} ${JSON.stringify(put.body)}`);
  return { ...answer, address, put };
}
