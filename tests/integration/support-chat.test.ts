import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { openLive } from "#tests/factories/live";
import { picture } from "#tests/factories/pictures";
import { answerTo, attach, begin, begun, CONTACT, INBOX, registerAgent, write } from "#tests/factories/support";

const harness = useHarness();

describe("a conversation", () => {
  it("goes to and fro, with marks", async () => {
    const user = await registerUser(harness());
    const agent = await registerAgent(harness());
    const live = await openLive(harness().url, user.token);
    const uid = await begun(harness(), user.token);
    const seen = await harness().call("POST", `${INBOX}/conversation/view`, { token: agent.token, body: { conversationId: uid } });
    expect(seen.body.data).toMatchObject({ state: "new", unread: 1, messages: [{ seq: 1, side: "user", text: "It stays silent." }] });
    const answered = await answerTo(harness(), agent.token, uid, "Have you tried another one?");
    expect(answered.body.data).toMatchObject({ seq: 2, side: "support", author: "Noor" });
    expect(await live.within(10_000, () => live.events.some(({ data }) => data?.json === `support ${uid} message 2`))).toBe(true);
    live.close();
    const list = await harness().call("GET", `${CONTACT}/get`, { token: user.token });
    expect(list.body).toMatchObject({ meta: { total: 1 }, data: [{ uid, unread: 1, state: "waiting_user", last: { side: "support" } }] });
    const unread = await harness().call("GET", `${CONTACT}/unread/get`, { token: user.token });
    expect(unread.body.data).toEqual({ conversations: 1 });
    const view = await harness().call("POST", `${CONTACT}/detail/view`, { token: user.token, body: { conversationId: uid } });
    expect(view.body.data).toMatchObject({ unread: 0, messages: [{ seq: 1 }, { seq: 2 }], more: false });
    await write(harness(), user.token, uid, "Yes");
    const row = await harness().call("GET", `${INBOX}/conversation/get?queue=mine`, { token: agent.token });
    expect(row.body.data).toMatchObject([{ uid, state: "open", unread: 1, assignee: { name: "Noor Test" } }]);
    const search = await harness().call("GET", `${INBOX}/conversation/get?search=microph`, { token: agent.token });
    expect(search.body.meta.total).toBe(1);
    const queues = await harness().call("GET", `${INBOX}/queue/get`, { token: agent.token });
    expect(queues.body.data).toEqual({ new: 0, mine: 1, all: 1, snoozed: 0, resolved: 0 });
  });

  it("takes files", async () => {
    const user = await registerUser(harness());
    const png = await picture("png");
    const put = await attach(harness(), user.token, png, { name: "screen.png", type: "image/png" });
    expect({ status: put.status, body: put.body.serverData }).toEqual({ status: 200, body: { taken: true, uid: put.uid } });
    const lying = await attach(harness(), user.token, png, { name: "screen.pdf", type: "application/pdf" });
    expect(lying.body.serverData).toEqual({ taken: false, problem: "lying" });
    const messageUid = randomUUID();
    const answer = await begin(harness(), user.token, { messageUid, attachments: [put.uid] });
    expect(answer.status).toBe(200);
    const history = await harness().call("GET", `${CONTACT}/detail/message/get?conversationId=${answer.body.data.uid}`, {
      token: user.token,
    });
    expect(history.body.data.messages[0].attachments).toMatchObject([{ uid: put.uid, name: "screen.png", width: 600, height: 400 }]);
    const link = await harness().call("POST", `${CONTACT}/file/view`, { token: user.token, body: { uid: put.uid } });
    expect(link.status).toBe(200);
    const shown = await fetch(link.body.data.preview);
    expect({ status: shown.status, type: shown.headers.get("content-type") }).toEqual({ status: 200, type: "image/webp" });
    const again = await write(harness(), user.token, answer.body.data.uid, "again", { uid: messageUid });
    expect(again.body.data).toMatchObject({ uid: messageUid, seq: 1, text: "It stays silent." });
  });
});
