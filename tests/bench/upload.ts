import { createHash, randomUUID } from "node:crypto";
import http from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { answer } from "./child";

export interface UploadPlan {
  url: string;
  token: string;
  chunks: number;
  chunkBytes: number;
  /** Waited before each chunk, in milliseconds. */
  pauseMs: number;
}

/** A take that is saved and then sent as UploadThing's client sends it, made as it goes: nothing of it is kept here. */
async function upload(plan: UploadPlan): Promise<{ seconds: number }> {
  const { url, token } = plan;
  const size = plan.chunks * plan.chunkBytes;
  const md5 = createHash("md5");
  for (const chunk of content(plan)) md5.update(chunk);

  const practice = "/api/user/personalization/practice";
  const authorized = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const uid = randomUUID();
  const categories = await json(await fetch(`${url}${practice}/category/get`, { headers: authorized }));
  const questions = await json(
    await fetch(`${url}${practice}/question/get?category_id=${categories.data[0].uid}`, { headers: authorized }),
  );
  const type = "video/webm";
  const recording = { kind: "video", type, size, duration_ms: 600_000, md5: md5.digest("hex") };
  const post = (path: string, body: unknown) => fetch(url + path, { method: "POST", headers: authorized, body: JSON.stringify(body) });
  await json(await post(`${practice}/answer/save`, { uid, question_id: questions.data[0].uid, recording }));

  const name = `${uid}.webm`;
  const files = [{ name, size, type, lastModified: Date.now() }];
  const [presigned] = await json(await post("/api/uploadthing?actionType=upload&slug=recording", { files, input: { uid } }));
  const begun = performance.now();
  const head = await fetch(presigned.url, { method: "HEAD" });
  if (head.headers.get("x-ut-range-start") !== "0") throw new Error(`a new file begins at ${head.headers.get("x-ut-range-start")}`);
  const stored = JSON.parse(await put(presigned.url, name, type, size, plan));
  if (stored.serverData?.stored !== true) throw new Error(`not stored: ${JSON.stringify(stored)}`);
  return { seconds: (performance.now() - begun) / 1000 };
}

/** The same bytes whenever it is asked: an index in front of each chunk keeps any two apart, and in front of all it is how WebM begins. */
function* content({ chunks, chunkBytes }: UploadPlan): Generator<Buffer> {
  for (let n = 0; n < chunks; n++) {
    const chunk = Buffer.alloc(chunkBytes, n % 251);
    chunk.writeUInt32BE(n === 0 ? 0x1a45dfa3 : n);
    yield chunk;
  }
}

async function* paced(plan: UploadPlan): AsyncGenerator<Buffer> {
  for (const chunk of content(plan)) {
    if (plan.pauseMs > 0) await wait(plan.pauseMs);
    yield chunk;
  }
}

async function put(url: string, name: string, type: string, size: number, plan: UploadPlan): Promise<string> {
  const boundary = `----bench${randomUUID()}`;
  const head = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const request = http.request(url, {
    method: "PUT",
    headers: {
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "content-length": head.length + size + tail.length,
      range: "bytes=0-",
      "x-uploadthing-version": "7.7.4",
    },
  });
  const answered = new Promise<string>((resolve, reject) => {
    request.once("error", reject);
    request.once("response", async (response) => {
      const text = Buffer.concat(await response.toArray()).toString();
      if (response.statusCode === 200) resolve(text);
      else reject(new Error(`PUT answered ${response.statusCode}: ${text}`));
    });
  });
  const body = Readable.from(
    (async function* () {
      yield head;
      yield* paced(plan);
      yield tail;
    })(),
    { objectMode: false },
  );
  await pipeline(body, request);
  return answered;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
async function json(response: Response): Promise<any> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

answer({ upload });
