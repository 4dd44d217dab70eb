import { and, desc, gt, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { AREAS, AUDIENCES, type Audience } from "@/lib/enums/service";
import type { Locale, LocalizedText } from "@/lib/locales";
import { openAreas } from "@/server/admission";
import type { Context } from "@/server/api/context";
import { announcements } from "@/server/db/schema";
import { versionOf } from "@/server/version";

const audiencesOf = (actor: Context["actor"]): Audience[] => {
  if (!actor) return ["everybody"];
  return actor.role === "candidate" ? ["everybody", "signed_in"] : [...AUDIENCES];
};

/** How the service stands for whoever asks: what is closed, what is said, and whether anything can be changed. */
export async function serviceNow(ctx: Context) {
  const [maintenance, registration, open, said] = await Promise.all([
    ctx.settings.get("maintenance"),
    ctx.settings.get("registration"),
    openAreas(ctx),
    announcementsFor(ctx, audiencesOf(ctx.actor)),
  ]);
  const text = maintenance.message[ctx.locale] || maintenance.message.en;
  return {
    maintenance: maintenance.on ? { text } : null,
    closed: AREAS.filter((area) => !open.has(area)),
    registrationOpen: registration.open,
    announcements: said,
  };
}

/** What stands above somebody's pages now, in their language, and in English where nobody has written it in that. */
async function announcementsFor({ db, locale }: Pick<Context, "db" | "locale">, audiences: Audience[]) {
  const rows = await db
    .select()
    .from(announcements)
    .where(
      and(
        inArray(announcements.audience, audiences),
        lte(announcements.startsAt, sql`now()`),
        or(isNull(announcements.endsAt), gt(announcements.endsAt, sql`now()`)),
      ),
    )
    .orderBy(desc(announcements.startsAt), desc(announcements.id))
    .limit(SENT);
  return rows.map(({ id, kind, text, link }) => ({
    // Changed words are worth reading again: they are another one to whoever has closed it. To whom and until when it is said is not.
    uid: `${id}.${versionOf({ kind, text, link })}`,
    kind,
    ...inLanguage(text, locale),
    link: link && { href: link.href, label: inLanguage(link.label, locale).text },
  }));
}

/** More than are shown at once: behind those that were closed on a device, which only that device knows, others come into sight. */
const SENT = 20;

function inLanguage(text: LocalizedText, locale: Locale): { text: string; language: Locale } {
  return text[locale] ? { text: text[locale], language: locale } : { text: text.en, language: "en" };
}
