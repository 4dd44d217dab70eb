import { createHash } from "node:crypto";
import createClient from "openapi-fetch";
import type { components, paths } from "./api";

/**
 * The main job over REST, as a client of any kind does it: an account, a question, an answer with its recording, a rating, and all of
 * it read back. To begin one of your own, make the types of the whole API with
 * `npx openapi-typescript https://<where Parley runs>/api/openapi.json -o api.ts`, and take from here what you need.
 */

type ErrorBody = components["schemas"]["Error"];
type Save = paths["/api/user/personalization/practice/answer/save"]["post"]["requestBody"]["content"]["application/json"];
type Sent = paths["/api/storage/ingest/{key}"]["put"]["responses"][200]["content"]["application/json"];
export type Ratings = NonNullable<Save["rate_your_self"]>;

/** What the service refused, in its own words: go by `body.code`, show people `body.message`. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    super(`${status} ${body.code}: ${body.message}`);
  }
}

/** What a call answered. @throws Refused */
function answered<Data>({ data, error, response }: { data?: Data; error?: ErrorBody; response: Response }): Data {
  if (error) throw new Refused(response.status, error);
  return data as Data;
}

/** @param baseUrl where Parley runs, such as https://parley.example */
export function connect(baseUrl: string, language = "en") {
  const client = createClient<paths>({ baseUrl, headers: { "accept-language": language } });
  return {
    client,

    /** A new account. @returns its access token */
    async register(person: { email: string; password: string; firstName: string; lastName: string }): Promise<string> {
      const { accessToken } = answered(await client.POST("/api/account/register", { body: person }));
      return accessToken;
    },

    /** @returns an access token, which holds for hours and is not renewed: log in again when a call answers 401 */
    async logIn(email: string, password: string): Promise<string> {
      const { accessToken } = answered(await client.POST("/api/account/login", { body: { email, password } }));
      return accessToken;
    },

    as: (accessToken: string) => practice(baseUrl, accessToken, language),
  };
}

/** Everything of practice that the main job needs, as somebody who is signed in. */
function practice(baseUrl: string, accessToken: string, language: string) {
  const headers = { authorization: `Bearer ${accessToken}`, "accept-language": language };
  const client = createClient<paths>({ baseUrl, headers });
  const P = "/api/user/personalization/practice";

  const save = async (body: Save) => answered(await client.POST(`${P}/answer/save`, { body })).data;

  /** A signed address for a file that the answer `uid` has announced. It needs no token, and asking again gives one for the same file. */
  const uploadAddress = async (uid: string, file: { name: string; size: number; type: string }): Promise<string> => {
    const query = { actionType: "upload", slug: "recording" } as const;
    const [place] = answered(await client.POST("/api/uploadthing", { params: { query }, body: { files: [file], input: { uid } } }));
    if (!place) throw new Error("no address was given");
    return place.url;
  };

  return {
    client,
    save,

    /** The first question of the first category that has any. */
    async findQuestion() {
      const { data: categories } = answered(await client.GET(`${P}/category/get`));
      const category = categories.find(({ questions }) => questions > 0);
      if (!category) throw new Error("the question bank is empty");
      const query = { category_id: category.uid, page: 1 };
      const { data: questions } = answered(await client.GET(`${P}/question/get`, { params: { query } }));
      const [question] = questions;
      if (!question) throw new Error(`the category ${category.name} is empty`);
      return question;
    },

    /**
     * Saves an answer and announces its recording, of which the checksum says later that it arrived whole.
     * @param seconds how long it was recorded
     */
    saveAnswer: (question_id: string, recording: Blob, bytes: Uint8Array, seconds: number) =>
      save({
        question_id,
        recorded_at: new Date().toISOString(),
        recording: {
          kind: recording.type.startsWith("video") ? "video" : "audio",
          type: recording.type,
          size: recording.size,
          duration_ms: Math.round(seconds * 1000),
          md5: createHash("md5").update(bytes).digest("hex"),
        },
      }),

    /** Sends the recording, from where an earlier try ended: call it again after a failure. Once it is there whole, it is refused. */
    async upload(uid: string, recording: Blob): Promise<void> {
      const { size, type } = recording;
      const address = await uploadAddress(uid, { name: `${uid}.${EXTENSIONS[type] ?? type.split("/")[1]}`, size, type });
      const before = await fetch(address, { method: "HEAD" });
      const from = Number(before.headers.get("x-ut-range-start"));
      const form = new FormData();
      form.append("file", recording.slice(from, size, type));
      const sent = await fetch(address, { method: "PUT", headers: { range: `bytes=${from}-` }, body: form });
      if (!sent.ok) throw new Error(`the storage answered ${sent.status} ${await sent.text()}`);
      const { serverData } = (await sent.json()) as Sent;
      if (!("stored" in serverData && serverData.stored)) throw new Error("what arrived is not what was announced");
    },

    rate: (uid: string, rate_your_self: Ratings) => save({ uid, rate_your_self }),

    /** The answer as it is kept, and the bytes of its recording. */
    async readBack(uid: string) {
      const { data: answer } = answered(await client.POST(`${P}/answer/detail/get`, { body: { uid } }));
      if (!answer.media?.link) return { answer, bytes: null };
      // The address is signed and holds for a short while; it answers Range requests, too.
      const file = await fetch(answer.media.link);
      if (!file.ok) throw new Error(`the recording answered ${file.status}`);
      return { answer, bytes: new Uint8Array(await file.arrayBuffer()) };
    },
  };
}

/** How a recording's file is to be called, where its type does not say it. */
const EXTENSIONS: Record<string, string> = { "audio/mp4": "m4a" };
