import { randomUUID } from "node:crypto";
import http from "node:http";
import net from "node:net";
import { recordingOf } from "#tests/factories/answers";
import { callApi, P } from "./actions";
import { anyQuestion } from "./fixtures";

/** A login whose body has not wholly arrived. */
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
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body.slice(0, 10)}`);
  await new Promise((resolve) => setTimeout(resolve, 300));
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
  socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n`);
  await new Promise((resolve) => setTimeout(resolve, 300));
  return {
    complete: () =>
      new Promise<string>((resolve) => {
        socket.once("close", () => resolve(answer));
        socket.write("\r\n");
      }),
  };
}

/** A take on the device, half of which is on its way to the server and comes no further. */
export async function halfSentUpload(url: string, token: string) {
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
  const request = http.request(address, { method: "PUT", headers: { "content-type": recording.type, "content-length": bytes.length } });
  const cut = new Promise<void>((resolve) => request.once("error", () => resolve()));
  request.write(bytes.subarray(0, 3000));
  return { uid, address, bytes, type: recording.type, cut, abandon: () => void request.destroy() };
}
