import { sql } from "drizzle-orm";
import type { Role } from "@/lib/enums";
import type { LocalizedList, LocalizedText } from "@/lib/locales";
import { hashPassword } from "../passwords";
import type { Database } from "./client";
import { CATEGORIES } from "./content";
import { categories, questions, users } from "./schema";
import { seedCommunity } from "./seed-community";
import { seedFaq } from "./seed-faq";
import { contentId } from "./seed-ids";
import { seedLearning } from "./seed-learning";
import { seedCanned } from "./seed-support";

export interface CategoryContent {
  slug: string;
  name: LocalizedText;
  description: LocalizedText;
  questions: { slug: string; readingTime: number; answerTime: number; text: LocalizedText; guidance: LocalizedList }[];
}

/** Puts question bank, learning area, frequent questions and the community's beginnings into the database, and brings texts that changed with a release up to date. */
export async function seedContent(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = CATEGORIES.map(({ slug, name, description }, position) => ({ id: contentId(slug), slug, position, name, description }));
    await tx
      .insert(categories)
      .values(rows)
      .onConflictDoUpdate({
        target: categories.id,
        set: { name: sql`excluded.name`, description: sql`excluded.description`, position: sql`excluded.position` },
      });
    const bank = CATEGORIES.flatMap((category) =>
      category.questions.map((question, position) => ({
        id: contentId(category.slug, question.slug),
        categoryId: contentId(category.slug),
        slug: question.slug,
        position,
        text: question.text,
        guidance: question.guidance,
        readingTime: question.readingTime,
        answerTime: question.answerTime,
      })),
    );
    await tx
      .insert(questions)
      .values(bank)
      .onConflictDoUpdate({
        target: questions.id,
        set: {
          text: sql`excluded.text`,
          guidance: sql`excluded.guidance`,
          position: sql`excluded.position`,
          readingTime: sql`excluded.reading_time`,
          answerTime: sql`excluded.answer_time`,
        },
      });
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
}

const DEMO_NAMES: Record<Role, [string, string]> = {
  candidate: ["Amal", "Osman"],
  admin: ["Noor", "Lefèvre"],
  super_admin: ["Minh", "Carter"],
};

/** One login per role, with the passwords that the data folder keeps. Made once: a changed password stays changed. */
export async function seedDemoLogins(db: Database, passwords: Record<string, string>): Promise<DemoLogin[]> {
  const logins: DemoLogin[] = [];
  for (const role of ["candidate", "admin", "super_admin"] as const) {
    const password = passwords[role] ?? "";
    const email = `${role.replace("_", "-")}@parley.example`;
    const [firstName, lastName] = DEMO_NAMES[role];
    const [existing] = await db.select({ id: users.id }).from(users).where(sql`${users.email} = ${email}`);
    if (!existing) {
      await db
        .insert(users)
        .values({
          id: contentId("demo", role),
          email,
          username: role.replace("_", "-"),
          firstName,
          lastName,
          role,
          emailVerifiedAt: new Date(),
          passwordHash: await hashPassword(password),
        })
        .onConflictDoNothing();
    }
    logins.push({ email, password, role });
  }
  return logins;
}
