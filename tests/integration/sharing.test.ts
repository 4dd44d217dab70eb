import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { answerDetail, capturedAnswer, PRACTICE, RATINGS } from "#tests/factories/answers";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { storedAnswer } from "#tests/factories/uploads";
import { dayIn } from "@/lib/days";
import { signedToken } from "@/server/signed-tokens";

const harness = useHarness();
let token: string;
beforeAll(async () => {
  ({ token } = await registerUser(harness(), { firstName: "Amal", lastName: "Private" }));
});

const SHARED = "/api/user/web/practice/shared/view";
const post = (path: string, body: unknown) => harness().call("POST", PRACTICE + path, { token, body });
const shared = (given: string) => harness().call("POST", SHARED, { body: { token: given } });
const rate = (uid: string) => post("/answer/save", { uid, rate_your_self: RATINGS });

/** The token behind the fragment of a share link. */
const tokenOf = (link: string): string => new URL(link).hash.slice(1);

async function sharedAnswer() {
  const answer = await storedAnswer(harness(), token);
  await rate(answer.uid);
  const { body } = await post("/answer/share", { uid: answer.uid });
  return { ...answer, link: body.data.share_link as string };
}

describe("sharing an answer", () => {
  it("gives a link whose token plays it without a login, and tells a first name only", async () => {
    const { uid, link, recording, bytes } = await sharedAnswer();
    expect(link).toMatch(new RegExp(`^${harness().url}/shared#[\\w-]{43}$`));
    expect(await answerDetail(harness(), token, uid)).toMatchObject({ state: "link_shared", share_link: link });
    const answer = await shared(tokenOf(link));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      data: {
        question: expect.stringMatching(/\S/),
        category: expect.stringMatching(/\S/),
        firstName: "Amal",
        recording: { kind: recording.kind, type: recording.type, duration_ms: recording.duration_ms },
        recorded_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        link: expect.any(String),
      },
    });
    const played = await fetch(answer.body.data.link);
    expect(Buffer.from(await played.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it("says the day that the take was made on for its maker", async () => {
    const { token: own } = await registerUser(harness());
    const ask = (path: string, body: object) => harness().call("POST", PRACTICE + path, { token: own, body });
    const { uid } = await storedAnswer(harness(), own);
    const { recorded_at } = await answerDetail(harness(), own, uid);
    // At one end of the earth it is another day by now than in UTC.
    const there = ["Pacific/Kiritimati", "Pacific/Pago_Pago"].find(
      (zone) => dayIn(new Date(recorded_at), zone) !== recorded_at.slice(0, 10),
    );
    await ask("/answer/save", { uid, rate_your_self: RATINGS, time_zone: there });
    const { body } = await ask("/answer/share", { uid });
    const { body: opened } = await shared(tokenOf(body.data.share_link));
    expect(opened.data.recorded_on).toBe(dayIn(new Date(recorded_at), there ?? ""));
  });

  it("does not tell when the file came, and what is played on is known by its content", async () => {
    const { link, recording, bytes } = await sharedAnswer();
    const { body } = await shared(tokenOf(link));
    const etag = `"${recording.md5}"`;
    const part = (known: string) => fetch(body.data.link, { headers: { range: "bytes=10-19", "if-range": known } });
    const more = await part(etag);
    expect([more.status, more.headers.get("etag"), more.headers.get("last-modified")]).toEqual([206, etag, null]);
    expect(Buffer.from(await more.arrayBuffer()).equals(bytes.subarray(10, 20))).toBe(true);
    // Of another file a part is of no use: all of it comes.
    expect((await part('"another"')).status).toBe(200);
  });

  it("twice gives the same link", async () => {
    const { uid, link } = await sharedAnswer();
    const again = await Promise.all([post("/answer/share", { uid }), post("/answer/share", { uid })]);
    for (const answer of again) expect(answer.body).toEqual({ data: { share_link: link } });
  });

  it("ten times at once makes one link", async () => {
    const { uid } = await storedAnswer(harness(), token);
    await rate(uid);
    const answers = await Promise.all(Array.from({ length: 10 }, () => post("/answer/share", { uid })));
    expect(new Set(answers.map((answer) => answer.body.data?.share_link)).size).toBe(1);
    expect(answers[0]?.body.data.share_link).toContain("/shared#");
  });

  it("before it is rated is a 409 that says what to do", async () => {
    const { uid } = await storedAnswer(harness(), token);
    expectError(await post("/answer/share", { uid }), 409, "rateBeforeSharing");
    expect((await answerDetail(harness(), token, uid)).state).toBe("stored");
  });

  it("before it has arrived, or without a recording, is a 409", async () => {
    const { uid } = await capturedAnswer(harness(), token);
    await rate(uid);
    expectError(await post("/answer/share", { uid }), 409, "wrongState");
    const { question_id } = await answerDetail(harness(), token, uid);
    const bare = await post("/answer/save", { question_id, rate_your_self: RATINGS });
    expect(bare.body.data.state).toBe("self_rated");
    expectError(await post("/answer/share", { uid: bare.body.data.uid }), 409, "wrongState");
  });
});

describe("revoking", () => {
  it("ends the link; sharing again makes another, and the old one stays dead", async () => {
    const { uid, link } = await sharedAnswer();
    const revoked = await post("/answer/share/revoke", { uid });
    expect(revoked.status).toBe(200);
    expect(revoked.body).toEqual({ data: { share_link: null } });
    expect(await answerDetail(harness(), token, uid)).toMatchObject({ state: "private", share_link: null });
    expectError(await shared(tokenOf(link)), 404, "notFound");

    const next = (await post("/answer/share", { uid })).body.data.share_link;
    expect(tokenOf(next)).not.toBe(tokenOf(link));
    expect((await shared(tokenOf(next))).status).toBe(200);
    expectError(await shared(tokenOf(link)), 404, "notFound");
  });

  it("when nothing is shared changes nothing", async () => {
    const { uid } = await storedAnswer(harness(), token);
    expect((await post("/answer/share/revoke", { uid })).status).toBe(200);
    expect((await answerDetail(harness(), token, uid)).state).toBe("stored");
  });

  it("happens by deleting too", async () => {
    const { uid, link } = await sharedAnswer();
    await post("/answer/delete", { uid });
    expectError(await shared(tokenOf(link)), 404, "notFound");
  });
});

describe("a share token", () => {
  it("that is not a working link's is a 404, whatever is wrong with it", async () => {
    const { link, uid } = await sharedAnswer();
    const good = tokenOf(link);
    const sql = postgres(harness().databaseUrl, { max: 1 });
    const [row] = await sql`select id from share_links where answer_id = ${uid}`.finally(() => sql.end());
    const flip = (text: string, at: number) => text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
    const wrong: [string, string][] = [
      ["a changed id", flip(good, 3)],
      ["a changed tag", flip(good, 30)],
      ["one character less", good.slice(0, -1)],
      ["twice itself", good + good],
      ["text", "x"],
      ["the answer's id", uid],
      ["the link's id", row?.id],
      ["a link that does not exist", signedToken(harness().env.secrets, "share-link", randomUUID())],
      ["another purpose's token of the same id", signedToken(harness().env.secrets, "verify-email", row?.id)],
      ["another server's token of the same id", signedToken(["another secret that is long enough"], "share-link", row?.id)],
    ];
    const [first, ...rest] = await Promise.all(wrong.map(async ([kind, given]) => ({ kind, answer: await shared(given) })));
    for (const { kind, answer } of [first, ...rest].flatMap((item) => item ?? [])) {
      expect({ kind, status: answer.status }).toEqual({ kind, status: 404 });
      expect(answer.body).toEqual(first?.answer.body);
    }
    expect((await shared(good)).status).toBe(200);
  });

  it("must be there, and be text of a sane length", async () => {
    expectIssues(await harness().call("POST", SHARED, { body: {} }), ["token"]);
    expectIssues(await shared(""), ["token"]);
    expectIssues(await shared("x".repeat(201)), ["token"]);
    expectIssues(await harness().call("POST", SHARED, { body: { token: "x", uid: randomUUID() } }), ["uid"]);
    expectIssues(await harness().call("POST", SHARED, { body: { token: 5 } }), ["token"]);
    // Its token would stand in the logs of whatever lies between.
    expectError(await harness().call("GET", `${SHARED}?token=x`), 405, "methodNotAllowed");
  });

  it("opens nothing else: it is no bearer token", async () => {
    const { link } = await sharedAnswer();
    expectError(await harness().call("GET", "/api/account/my-account", { token: tokenOf(link) }), 401, "unauthorized");
  });
});
