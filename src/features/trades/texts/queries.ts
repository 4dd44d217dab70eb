import { and, asc, eq, gt, sql } from "drizzle-orm";
import { AppError, found } from "@/lib/app-error";
import { dayIn } from "@/lib/days";
import { byLocale, type Locale, localeTag } from "@/lib/locales";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { bookings, shopTexts } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { partsOf } from "../customers/queries";
import { jobOf } from "../jobs/queries";
import { workspaceOf } from "../workspace/queries";
import { filledWording, type Values } from "./rules";
import type { TextFillInput } from "./schema";

const NOTHING = { subject: "", body: "" };

/** What the shop writes again and again, by name. */
export async function textsOf(tx: Transaction, workspaceId: string) {
  const rows = await tx
    .select()
    .from(shopTexts)
    .where(eq(shopTexts.workspaceId, workspaceId))
    .orderBy(asc(sql`lower(${shopTexts.name})`), asc(shopTexts.id));
  return {
    texts: rows.map(({ id: uid, version, name, wordings }) => ({
      uid,
      version,
      name,
      wordings: byLocale((locale) => wordings[locale] ?? NOTHING),
    })),
  };
}

export const listTexts = ({ inWorkspace, member }: WorkspaceContext) => inWorkspace((tx) => textsOf(tx, member.workspaceId));

/** What fills a text that is about a job, in the language of the text and by the shop's clocks. */
async function valuesFor(tx: Transaction, workspaceId: string, jobUid: string, locale: Locale): Promise<Values & { to: string }> {
  const { name: shop, timeZone } = await workspaceOf(tx, workspaceId);
  const job = await jobOf(tx, workspaceId, jobUid);
  const { contacts } = await partsOf(tx, workspaceId, [job.customer.uid]);
  const [next] = await tx
    .select({ startsAt: bookings.startsAt })
    .from(bookings)
    .where(and(eq(bookings.workspaceId, workspaceId), eq(bookings.jobId, jobUid), gt(bookings.startsAt, sql`now()`)))
    .orderBy(asc(bookings.startsAt))
    .limit(1);
  const tag = localeTag(locale);
  const day = new Intl.DateTimeFormat(tag, { dateStyle: "long", timeZone: "UTC" });
  const dayTime = new Intl.DateTimeFormat(tag, { dateStyle: "full", timeStyle: "short", timeZone });
  const on = (of: string | null) => (of ? day.format(new Date(`${of}T00:00:00Z`)) : "");
  return {
    shop,
    customer: job.customer.name,
    contact: job.contact?.name ?? "",
    number: new Intl.NumberFormat(tag, { useGrouping: false }).format(job.number),
    job: job.title,
    site: (job.site?.address || job.site?.name) ?? "",
    due: on(job.dueOn),
    appointment: next ? dayTime.format(next.startsAt) : "",
    today: on(dayIn(new Date(), timeZone)),
    to: contacts.find(({ email }) => email !== "")?.email ?? "",
  };
}

/** A text with a job in it, to be read before it is sent. @throws AppError notFound | wrongState for a language in which it is not written */
export const fillText = ({ inWorkspace, member: { workspaceId } }: WorkspaceContext, { uid, jobUid, locale }: TextFillInput) =>
  inWorkspace(async (tx) => {
    const [row] = await tx
      .select({ wordings: shopTexts.wordings })
      .from(shopTexts)
      .where(rowIn(shopTexts, workspaceId, uid));
    const wording = found(row).wordings[locale];
    if (!wording) throw new AppError("wrongState");
    const { to, ...values } = await valuesFor(tx, workspaceId, jobUid, locale);
    return { to, ...filledWording(wording, values) };
  });
