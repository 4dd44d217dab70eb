import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import http from "node:http";
import { beforeAll, describe, expect, it } from "vitest";
import { connect, type Ratings, Refused } from "#tests/client/main-job";
import { PASSWORD, useHarness } from "#tests/config/harness";
import { takeBytes } from "#tests/factories/answers";
import { CATALOGUES } from "#tests/factories/catalogues";
import { type OpenApi, typesOf } from "#tests/factories/openapi-types";
import { resumeAt, uploadAddress } from "#tests/factories/uploads";

const harness = useHarness();

/** What the example calls, by operationId. */
const OPERATIONS = [
  "account-register",
  "account-login",
  "practice-categories",
  "practice-questions",
  "practice-saveAnswer",
  "practice-answer",
  "files-address",
  "files-progress",
  "files-send",
] as const;

const RATINGS: Ratings = { clarity: 4, logic_relevance: 3, expertise_insight: 5, attitude_engagement: 2, rating_overall: 4 };

/** Sends the first part of a file, waits until some of it is there, and cuts the connection. */
async function breakOff(address: string, part: Uint8Array, type: string): Promise<void> {
  const headers = { range: "bytes=0-", "content-type": "multipart/form-data; boundary=b" };
  const request = http.request(address, { method: "PUT", headers });
  request.on("error", () => {});
  request.write(`--b\r\ncontent-disposition: form-data; name="file"; filename="blob"\r\ncontent-type: ${type}\r\n\r\n`);
  request.write(part);
  await expect.poll(() => resumeAt(address)).toBeGreaterThan(0);
  request.destroy();
}

describe("the example of a client", () => {
  let email: string;
  let token: string;

  beforeAll(async () => {
    email = `${randomUUID()}@example.com`;
    token = await connect(harness().url).register({ email, password: PASSWORD, firstName: "Lan", lastName: "Nguyễn" });
  });

  it("does the whole main job: an account, a question, an answer, its recording, a rating, and all of it read back", async () => {
    const me = connect(harness().url).as(await connect(harness().url).logIn(email, PASSWORD));
    const question = await me.findQuestion();
    const bytes = new Uint8Array(takeBytes(70_000));
    const take = new Blob([bytes], { type: "audio/webm" });

    const { uid, state } = await me.saveAnswer(question.uid, take, bytes, 61);
    expect(state).toBe("captured");
    await me.upload(uid, take);
    await me.rate(uid, RATINGS);

    const { answer, bytes: played } = await me.readBack(uid);
    expect(answer).toMatchObject({ uid, question_id: question.uid, question: question.text, state: "self_rated" });
    expect(answer.rate_your_self).toEqual(RATINGS);
    expect(answer.recording).toMatchObject({ kind: "audio", size: 70_000, duration_ms: 61_000 });
    expect(Buffer.from(played ?? []).equals(bytes)).toBe(true);
  });

  it("goes on with a recording of which a part has arrived, and sends none twice", async () => {
    const me = connect(harness().url).as(token);
    const bytes = new Uint8Array(takeBytes(300_000, "audio/mp4"));
    const take = new Blob([bytes], { type: "audio/mp4" });
    const { uid } = await me.saveAnswer((await me.findQuestion()).uid, take, bytes, 5);
    const address = await uploadAddress(harness(), token, uid, { name: `${uid}.m4a`, size: take.size, type: take.type });
    await breakOff(address, bytes.subarray(0, 200_000), take.type);

    // While the server still closes the broken request, it answers 423.
    await expect.poll(() => me.upload(uid, take).then(() => "sent", String)).toBe("sent");
    const { answer, bytes: played } = await me.readBack(uid);
    expect(answer.state).toBe("stored");
    expect(Buffer.from(played ?? []).equals(bytes)).toBe(true);
    await expect(me.upload(uid, take)).rejects.toMatchObject({ body: { code: "wrongState" } });
  });

  it("is told of a wrong token by the documented error, in its language", async () => {
    const refused = await connect(harness().url, "fr")
      .as("not.a.token")
      .findQuestion()
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refused);
    expect(refused).toMatchObject({ status: 401, body: { code: "unauthorized", message: CATALOGUES.fr.errors.unauthorized } });
    const upload = connect(harness().url)
      .as("not.a.token")
      .upload(randomUUID(), new Blob(["x"], { type: "audio/webm" }));
    await expect(upload).rejects.toMatchObject({ status: 401, body: { code: "unauthorized" } });
  });

  it("is told which field does not exist, by the compiler and by the documented error", async () => {
    const me = connect(harness().url).as(token);
    const question_id = (await me.findQuestion()).uid;
    // @ts-expect-error: the field is called comments
    const refused = await me.save({ question_id, comment: "Slower." }).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      status: 400,
      body: { code: "invalidInput", issues: [{ path: ["comment"], message: expect.stringContaining("comment") }] },
    });
  });
});

describe("the example's types", () => {
  it("are those of the document that is served; `vitest -u` writes them anew", async () => {
    const document = (await harness().call("GET", "/api/openapi.json")).body as OpenApi;
    await expect(typesOf(document, OPERATIONS)).toMatchFileSnapshot("../client/api.ts");
  });

  it("hold nothing that the example does not call, and the example imports nothing else of ours", () => {
    const example = readFileSync("tests/client/main-job.ts", "utf8").replaceAll(/\$\{P\}/g, "/api/user/personalization/practice");
    const typed = [...readFileSync("tests/client/api.ts", "utf8").matchAll(/^ {2}"(\/[^"]+)": \{$/gm)].map(([, path = ""]) => path);
    // How much of a file has arrived is asked where it is sent.
    expect(typed).toHaveLength(OPERATIONS.length - 1);
    for (const path of typed) expect(example).toMatch(new RegExp(`["\`]${path}["\`]`));
    const imports = [...example.matchAll(/ from "([^"]+)"/g)].map(([, from]) => from);
    expect(imports).toEqual(["node:crypto", "openapi-fetch", "./api"]);
  });
});
