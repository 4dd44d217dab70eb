"use client";

import type { DBSchema } from "idb";
import { deviceDatabase } from "./device-store";
import { isViewing } from "./viewing-tab";

/** What the server answered last, for where there is no network. Nobody's work: what is made here has stores of its own. */
interface Kept {
  userId: string;
  /** What it is of: a workspace. */
  scope: string;
  name: string;
  data: unknown;
  /** When it was answered, in milliseconds since 1970, by this device's clock. */
  at: number;
}

interface Schema extends DBSchema {
  answers: { key: [string, string, string]; value: Kept };
}

const database = deviceDatabase<Schema>("parley-answers", 1, (db) => {
  db.createObjectStore("answers", { keyPath: ["userId", "scope", "name"] });
});

/** How often everything was forgotten here: what was about to be kept then is not any more. */
let forgotten = 0;

/** Takes the place of what was kept under the same name. Where somebody else's account is looked at, nothing is kept. */
export async function keepAnswer(answer: Kept): Promise<void> {
  if (isViewing()) return;
  const before = forgotten;
  const db = await database();
  if (before === forgotten) await db.put("answers", answer);
}

export async function keptAnswer(userId: string, scope: string, name: string): Promise<Kept | undefined> {
  return isViewing() ? undefined : (await database()).get("answers", [userId, scope, name]);
}

/** Of what somebody may not see any more. */
export async function dropAnswer(userId: string, scope: string, name: string): Promise<void> {
  await (await database()).delete("answers", [userId, scope, name]);
}

/** At the end of a session: nothing of anybody's stays. */
export function forgetAnswers(): void {
  if (isViewing() || typeof indexedDB === "undefined") return;
  forgotten++;
  database()
    .then((db) => db.clear("answers"))
    .catch((error: unknown) => console.warn("answers:", error));
}
