import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { type Answer, type Harness, registerUser } from "#tests/config/harness";
import type { Role } from "@/lib/enums/account";
import { users } from "@/server/db/schema";
import { sendFile } from "./uploads";

export const CONTACT = "/api/user/personalization/contact/us";
export const INBOX = "/api/admin/support";

/** Somebody of the support team. */
export async function registerAgent(harness: Harness, firstName = "Noor", role: Role = "admin") {
  const agent = await registerUser(harness, { firstName });
  await harness.app.services.db.update(users).set({ role }).where(eq(users.id, agent.user.uid));
  return agent;
}

interface Begun {
  subject?: string;
  message?: string;
  uid?: string;
  messageUid?: string;
  attachments?: string[];
}

export const begin = (harness: Harness, token: string, body: Begun = {}): Promise<Answer> =>
  harness.call("POST", `${CONTACT}/save`, { token, body: { subject: "My microphone", message: "It stays silent.", ...body } });

/** A conversation that has begun. @returns its id */
export async function begun(harness: Harness, token: string, body?: Begun): Promise<string> {
  const answer = await begin(harness, token, body);
  if (answer.status !== 200) throw new Error(`not begun: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data.uid;
}

export const write = (harness: Harness, token: string, conversationId: string, message: string, more: Record<string, unknown> = {}) =>
  harness.call("POST", `${CONTACT}/detail/send/message`, { token, body: { conversationId, message, ...more } });

export const answerTo = (harness: Harness, token: string, conversationId: string, message: string, more: Record<string, unknown> = {}) =>
  harness.call("POST", `${INBOX}/conversation/answer`, { token, body: { conversationId, message, ...more } });

/** Sends a file for a message as the browser's client does. @returns the address's answer, or the upload's where there was one */
export async function attach(
  harness: Harness,
  token: string | undefined,
  bytes: Uint8Array,
  { uid = randomUUID(), ...file }: { name: string; type: string; uid?: string; size?: number },
): Promise<Answer & { uid: string }> {
  return { ...(await sendFile(harness, token, "supportAttachment", bytes, file, { uid })), uid };
}

/** A call of the user's side or of the inbox by the end of its path, such as "detail/view" or "conversation/assign". */
export const mine = (harness: Harness, token: string, what: string, body: Record<string, unknown> = {}) =>
  harness.call("POST", `${CONTACT}/${what}`, { token, body });
export const team = (harness: Harness, token: string, what: string, body: Record<string, unknown> = {}) =>
  harness.call("POST", `${INBOX}/${what}`, { token, body });

export const standing = async (harness: Harness, token: string, conversationId: string) =>
  (await harness.call("GET", `${CONTACT}/detail/get?conversationId=${conversationId}`, { token })).body.data;

export const historyOf = async (
  harness: Harness,
  token: string,
  conversationId: string,
  span = "",
  path = `${CONTACT}/detail/message/get`,
) => (await harness.call("GET", `${path}?conversationId=${conversationId}${span}`, { token })).body.data;

/** What a browser could say of itself. */
export const REPORT = {
  browser: "Firefox 144",
  system: "Linux",
  language: "ar-SD",
  timeZone: "Africa/Khartoum",
  window: { width: 360, height: 740 },
  online: true,
  microphone: "denied",
  camera: "prompt",
  codecs: ["audio/webm;codecs=opus"],
  storage: { used: 1000, quota: 2_000_000 },
  waiting: [{ uid: "0190a5f0-0000-7000-8000-000000000000", state: "captured", sizeBytes: 12, startedAt: "2026-11-01T10:00:00.000Z" }],
};
