import { eq, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import type { UserContext } from "@/server/api/context";
import { type Act, recordAct } from "@/server/audit";
import { auditEvents } from "@/server/db/schema";

const harness = useHarness();

describe("the audit log", () => {
  const db = () => harness().app.services.db;
  const note = async (act: Partial<Act> = {}) => {
    const { user } = await registerUser(harness());
    const id = uuidv7();
    const by = { actor: { id: user.uid }, address: "192.0.2.7" } as UserContext;
    await db().transaction((tx) => recordAct(tx, by, { id, action: "learning.edit", ...act }));
    return id;
  };
  const noted = async (id: string) => (await db().select().from(auditEvents).where(eq(auditEvents.id, id)))[0];
  /** The database's own words: the library puts the statement before them. */
  const refusal = (change: Promise<unknown>) =>
    change.then(
      () => "done",
      (error: { cause?: { message?: string } }) => error.cause?.message,
    );

  it("keeps of what was changed the fields that differ", async () => {
    const id = await note({
      before: { name: "A", at: 1, gone: true },
      after: { name: "B", at: 1, new: [2] },
      target: { kind: "thing", id: "7" },
    });
    expect(await noted(id)).toMatchObject({
      target: "thing:7",
      before: { name: "A", gone: true, new: null },
      after: { name: "B", gone: null, new: [2] },
      address: "192.0.2.7",
    });
  });

  it("takes fields in another order, and instants, for what they are", async () => {
    const at = new Date("2026-11-22T12:00:00Z");
    const before = { text: { en: "A", fr: "B" }, at: at.toISOString(), name: "A" };
    const id = await note({ before, after: { name: "B", at, text: { fr: "B", en: "A" } } });
    expect(await noted(id)).toMatchObject({ before: { name: "A" }, after: { name: "B" } });
    expect(Object.keys((await noted(id))?.after ?? {})).toEqual(["name"]);
  });

  it("keeps what is new, and what is gone, whole", async () => {
    expect(await noted(await note({ after: { name: "B" } }))).toMatchObject({ before: null, after: { name: "B" } });
    expect(await noted(await note({ before: { name: "A" } }))).toMatchObject({ before: { name: "A" }, after: null });
  });

  it("can be changed by nobody, nor emptied", async () => {
    const id = await note({ detail: { reason: "kept" } });
    const words = "audit_events is append-only";
    expect(await refusal(db().update(auditEvents).set({ action: "learning.add" }).where(eq(auditEvents.id, id)))).toBe(words);
    expect(await refusal(db().delete(auditEvents).where(eq(auditEvents.id, id)))).toBe(words);
    expect(await refusal(db().execute(sql`truncate ${auditEvents}`))).toBe(words);
    expect(await noted(id)).toMatchObject({ action: "learning.edit", detail: { reason: "kept" } });
  });
});
