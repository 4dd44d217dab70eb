import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { NAMES } from "#tests/factories/names";
import { fullNameOf } from "@/server/db/names";
import { users } from "@/server/db/schema";

const harness = useHarness();

it.each(NAMES)(
  "the database writes the whole name of $firstName, $lastName as the browser does",
  async ({ whole, firstName, lastName }) => {
    const { db } = harness().app.services;
    const { user } = await registerUser(harness());
    const theirs = eq(users.id, user.uid);
    await db.update(users).set({ firstName, lastName }).where(theirs);
    expect(
      await db
        .select({ name: fullNameOf(users) })
        .from(users)
        .where(theirs),
    ).toEqual([{ name: whole }]);
  },
);
