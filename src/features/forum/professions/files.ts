import { asc, inArray, max, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import { textField } from "@/lib/fields";
import { type FileContent, type FileShape, inSome } from "@/lib/file-rows";
import { LOCALES, type LocalizedText } from "@/lib/locales";
import { EMPTY_TEXT } from "@/lib/localized-text";
import { recordActs } from "@/server/audit";
import type { ContentFiles } from "@/server/content-files";
import { forumTopics, professions } from "@/server/db/schema";
import { ROOM, slug } from "./schema";

const STATES = ["open", "archived"] as const;

/** A room as files have it. */
interface Filed extends FileContent {
  slug: string;
  state: (typeof STATES)[number];
  name: LocalizedText;
  description: LocalizedText;
}

type Room = typeof professions.$inferSelect;

const shape: FileShape = {
  fields: [
    { name: "slug", as: "word" },
    { name: "state", as: "word" },
    { name: "name", as: "text" },
    { name: "description", as: "text" },
  ],
  key: ["slug"],
  blank: { state: "open", name: EMPTY_TEXT, description: EMPTY_TEXT },
  needed: [],
};

const row = z.strictObject({
  slug,
  state: z.enum(STATES).optional(),
  name: inSome(textField(ROOM.name)).optional(),
  description: inSome(textField(ROOM.description)).optional(),
});

const filed = ({ slug: name, archivedAt, ...texts }: Room): Filed => ({
  slug: name,
  state: archivedAt ? "archived" : "open",
  name: texts.name,
  description: texts.description,
});

interface Around {
  /** The last place; it moves on with what is added. */
  last: number;
}

const sameTexts = (one: Filed, other: Filed): boolean =>
  LOCALES.every((locale) => one.name[locale] === other.name[locale] && one.description[locale] === other.description[locale]);

/** The community's rooms. They stand in menus, beside others: their texts are needed in every language. */
export const professionFiles: ContentFiles<Filed, Around> = {
  shape,
  row,
  around: async (db) => ({ last: (await db.select({ last: max(professions.position) }).from(professions))[0]?.last ?? 0 }),
  problems: (content) =>
    (["name", "description"] as const).flatMap((field) =>
      LOCALES.filter((locale) => content[field][locale] === "").map((locale) => ({
        path: [`${field}_${locale}`],
        key: "required" as const,
      })),
    ),
  known: async (db, rows) => {
    const slugs = rows.map((one) => String(one.slug));
    const found = slugs.length > 0 ? await db.select().from(professions).where(inArray(professions.slug, slugs)) : [];
    return new Map(
      found.map((room) => {
        const content = filed(room);
        return [room.slug, { id: room.id, content, stood: `${room.id} ${room.version} ${content.state}` }];
      }),
    );
  },
  lock: async (tx) => {
    await tx.execute(sql`lock table ${professions} in share row exclusive mode`);
  },
  apply: async (tx, actorId, rows, surroundings) => {
    const ids = rows.flatMap(({ known }) => known?.id ?? []);
    const there = ids.length > 0 ? await tx.select().from(professions).where(inArray(professions.id, ids)) : [];
    const byId = new Map(there.map((room) => [room.id, room]));
    const now = new Date();
    const writes = rows.map(({ content, known }) => {
      const { slug: named, state, name, description } = content;
      const before = known && byId.get(known.id);
      const texts = !before || !sameTexts(filed(before), content);
      const archivedAt = state === "archived" ? (before?.archivedAt ?? now) : null;
      const fresh = () => ({ id: uuidv7(), slug: named, position: ++surroundings.last, topicCount: 0, version: 1 });
      const written = texts && before ? { version: before.version + 1 } : {};
      const after = {
        ...(before ?? fresh()),
        name,
        description,
        archivedAt,
        editedAt: texts ? now : (before?.editedAt ?? null),
        ...written,
      };
      return { before, texts, after };
    });
    await tx
      .insert(professions)
      .values(writes.map(({ after }) => after))
      .onConflictDoUpdate({
        target: professions.id,
        set: {
          name: sql`excluded.name`,
          description: sql`excluded.description`,
          version: sql`excluded.version`,
          editedAt: sql`excluded.edited_at`,
          archivedAt: sql`excluded.archived_at`,
        },
      });
    const chats = writes
      .filter(({ before }) => !before)
      .map(({ after }) => ({ id: uuidv7(), professionId: after.id, kind: "chat" as const, title: "", locale: "en" as const }));
    if (chats.length > 0) await tx.insert(forumTopics).values(chats);
    const textsOf = ({ name, description }: Room) => ({ name, description });
    const acts = writes.flatMap(({ before, texts, after }) => {
      const target = { kind: "room", id: after.id };
      const added = { action: "room.add" as const, target, before: null, after: { slug: after.slug, ...textsOf(after) } };
      const [was, archived] = [Boolean(before?.archivedAt), Boolean(after.archivedAt)];
      return [
        ...(before ? [] : [added]),
        ...(before && texts ? [{ action: "room.save" as const, target, before: textsOf(before), after: textsOf(after) }] : []),
        ...(was === archived ? [] : [{ action: "room.archive" as const, target, before: { archived: was }, after: { archived } }]),
      ];
    });
    await recordActs(tx, { actor: { id: actorId }, address: "" }, acts);
  },
  /** In the order in which people see them. */
  async *exported(db) {
    const rows = await db.select().from(professions).orderBy(asc(professions.position), asc(professions.id));
    for (const room of rows) yield filed(room);
  },
};
