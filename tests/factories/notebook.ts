import { inArray } from "drizzle-orm";
import { expect } from "vitest";
import type { Harness, registerUser } from "#tests/config/harness";
import { dropDiscarded } from "@/features/trades/files/jobs";
import { jobs, workspaceFiles } from "@/server/db/schema";
import { callProcedure } from "./permissions/calls";
import { A_CUSTOMER, putIn, SHOP } from "./trades";
import { sendToWorkspace } from "./workspace-files";

export type Person = Awaited<ReturnType<typeof registerUser>>;

export const PNG = { name: "a.png", type: "image/png" };
export const PDF = { name: "plan.pdf", type: "application/pdf" };

type Shop = { workspaceId: string };

/** What tests of a shop's notes and files do. */
export function notebook(harness: () => Harness) {
  const db = () => harness().app.services.db;
  const ask = (person: Person, procedure: string, input: unknown) => callProcedure(harness(), person.token, `trades.${procedure}`, input);
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked at
  const given = async (person: Person, procedure: string, input: unknown): Promise<any> => {
    const heard = await ask(person, procedure, input);
    if (!heard.given) throw new Error(heard.text);
    return heard.given.data;
  };
  const code = async (person: Person, procedure: string, input: unknown) => (await ask(person, procedure, input)).code;

  /** A shop of its own for each test, with a customer, a job and a member. */
  async function aShop(boss: Person, colleague: Person) {
    const { uid: workspaceId } = await given(boss, "workspace.create", SHOP);
    const { uid: memberId } = await putIn(db(), workspaceId, colleague.user.uid);
    const customer = await given(boss, "customers.save", { workspaceId, ...A_CUSTOMER });
    const jobUid = crypto.randomUUID();
    await db().insert(jobs).values({ id: jobUid, workspaceId, number: 1, title: "Island", customerId: customer.uid });
    return { workspaceId, memberId, customer, customerUid: customer.uid as string, jobUid };
  }
  const put = (person: Person, { workspaceId }: Shop, bytes: Uint8Array, file: Parameters<typeof sendToWorkspace>[4]) =>
    sendToWorkspace(harness(), person.token, workspaceId, bytes, file);

  /** A file that was taken. @returns its id */
  async function taken(person: Person, shop: Shop, bytes: Uint8Array, file: Parameters<typeof sendToWorkspace>[4]): Promise<string> {
    const { body, uid } = await put(person, shop, bytes, file);
    expect(body.serverData).toEqual({ taken: true, uid });
    return uid;
  }

  const linkOf = (person: Person, { workspaceId }: Shop, uid: string) => given(person, "files.view", { workspaceId, uid });
  const bytesOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
  const keysOf = async (...uids: string[]) =>
    (await db().select().from(workspaceFiles).where(inArray(workspaceFiles.id, uids))).flatMap(({ fileKey, previewKey }) => [
      fileKey,
      ...(previewKey ? [previewKey] : []),
    ]);

  /** Whether the storage still has them, once it was asked to drop what nobody knows. */
  async function stored(keys: string[]): Promise<boolean[]> {
    await dropDiscarded(harness().app.services);
    const there = async (key: string) => {
      try {
        await (await harness().app.services.files.open(key)).cancel();
        return true;
      } catch {
        return false;
      }
    };
    return Promise.all(keys.map(there));
  }
  return { db, ask, given, code, aShop, put, taken, linkOf, bytesOf, keysOf, stored };
}
