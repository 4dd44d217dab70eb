import { sql } from "drizzle-orm";
import type { Role } from "@/lib/enums/account";
import { hashPassword } from "../passwords";
import type { Database } from "./client";
import { CATEGORIES } from "./content";
import { areaGrants, users } from "./schema";
import { seedBank } from "./seed-bank";
import { seedCommunity } from "./seed-community";
import { seedFaq } from "./seed-faq";
import { contentId } from "./seed-ids";
import { seedLearning } from "./seed-learning";
import { seedCanned } from "./seed-support";

/** Puts question bank, learning area, frequent questions and the community's beginnings into the database, and brings texts that changed with a release up to date. */
export async function seedContent(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await seedBank(tx, CATEGORIES);
    await seedLearning(tx);
    await seedFaq(tx);
    await seedCanned(tx);
    await seedCommunity(tx);
  });
}

export interface DemoLogin {
  email: string;
  password: string;
  role: Role;
  /** Whether it was made just now. */
  isNew: boolean;
}

const DEMO_NAMES: Record<Role, [string, string]> = {
  candidate: ["Amal", "Osman"],
  admin: ["Noor", "Lefèvre"],
  super_admin: ["Minh", "Carter"],
};

/**
 * One login per role, with the passwords that the data folder keeps, and with trades, which an account has only once it was given. Made once: a
 * changed password stays changed, and what was taken back stays taken.
 */
export async function seedDemoLogins(db: Database, passwords: Record<string, string>): Promise<DemoLogin[]> {
  const logins: DemoLogin[] = [];
  for (const role of ["candidate", "admin", "super_admin"] as const) {
    const password = passwords[role] ?? "";
    const email = `${role.replace("_", "-")}@parley.example`;
    const [firstName, lastName] = DEMO_NAMES[role];
    const [existing] = await db.select({ id: users.id }).from(users).where(sql`${users.email} = ${email}`);
    if (!existing) {
      const passwordHash = await hashPassword(password);
      await db.transaction(async (tx) => {
        const made = await tx
          .insert(users)
          .values({
            id: contentId("demo", role),
            email,
            username: role.replace("_", "-"),
            firstName,
            lastName,
            role,
            emailVerifiedAt: new Date(),
            passwordHash,
          })
          .onConflictDoNothing()
          .returning({ userId: users.id });
        if (made.length > 0) await tx.insert(areaGrants).values(made.map(({ userId }) => ({ userId, area: "trades" as const })));
      });
    }
    logins.push({ email, password, role, isNew: !existing });
  }
  return logins;
}
