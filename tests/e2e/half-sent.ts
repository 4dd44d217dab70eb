import { randomUUID } from "node:crypto";
import http from "node:http";
import net from "node:net";
import { recordingOf } from "#tests/factories/answers";
import { resumeAt } from "#tests/factories/uploads";
import { callApi, P } from "./actions";
import { anyQuestion, expect } from "./fixtures";

/** A login whose head has arrived, and whose body has not wholly. */
export async function halfSentLogin(url: string, { email, password }: { email: string; password: string }) {
  const body = JSON.stringify({ email, password });
  const socket = net.connect(Number(new URL(url).port), "127.0.0.1");
  let answer = "";
  socket.on("data", (data) => {
    answer += data;
  });
  const head = [
    "POST /api/account/login HTTP/1.1",
    "Host: localhost",
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    "Connection: close",
    // The server says so at the moment at which the call begins for it.
    "Expect: 100-continue",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  await expect.poll(() => answer).toContain("100 Continue");
  socket.write(body.slice(0, 10));
  return {
    complete: () =>
      new Promise<string>((resolve) => {
        socket.once("close", () => resolve(answer));
        socket.write(body.slice(10));
      }),
  };
}

/** A request of which only the beginning of the head has arrived. */
export async function halfSentHead(url: string, target: string) {
  const socket = net.connect(Number(new URL(url).port), "127.0.0.1");
  let answer = "";
  socket.on("data", (data) => {
    answer += data;
  });
  await new Promise<void>((resolve) => socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n`, () => resolve()));
  // Connections are taken in the order in which they come, and so is what lies in them: when a later one has its answer, this one was read.
  for (let call = 0; call < 2; call++) await freshCall(url);
  return {
    complete: () =>
      new Promise<string>((resolve) => {
        socket.once("close", () => resolve(answer));
        socket.write("\r\n");
      }),
  };
}

/** A call over a connection of its own, to its end. */
const freshCall = (url: string) =>
  new Promise<void>((resolve, reject) => {
    const request = http.get(`${url}/api/health/live`, { agent: false, family: 4 }, (answer) => answer.resume().once("end", resolve));
    request.once("error", reject);
  });

/**
 * A take on the device, half of which has arrived at the server; no more comes.
 * @param at where that half goes, of the address that the app gave
 */
export async function halfSentUpload(url: string, token: string, at = (address: string) => address) {
  const question = await anyQuestion(url, token);
  const { bytes, recording } = recordingOf(6000);
  const uid = randomUUID();
  await callApi(url, token, `${P}/answer/save`, { uid, question_id: question.uid, recording });
  const file = { name: `${uid}.webm`, size: bytes.length, type: recording.type, lastModified: 1 };
  const asked = await fetch(`${url}/api/uploadthing?actionType=upload&slug=recording`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "x-uploadthing-package": "uploadthing",
      "x-uploadthing-version": "7.7.4",
    },
    body: JSON.stringify({ files: [file], input: { uid } }),
  });
  const [place] = (await asked.json()) as { url: string }[];
  const address = place?.url ?? "";
  const request = http.request(at(address), { method: "PUT", headers: { "content-type": recording.type, "content-length": bytes.length } });
  const cut = new Promise<void>((resolve) => request.once("error", () => resolve()));
  request.write(bytes.subarray(0, 3000));
  await expect.poll(() => resumeAt(at(address))).toBe(3000);
  return { uid, address, bytes, type: recording.type, cut, abandon: () => void request.destroy() };
}
