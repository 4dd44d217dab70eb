import { and, count, desc, eq, inArray } from "drizzle-orm";
import { AppError, found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { dayIn } from "@/lib/days";
import { pageOffset } from "@/lib/page-math";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { formEntries, formVersions, jobs, tasks, workspaceFiles, workspacePeople } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { drawDocument } from "@/server/pdf/draw-in-worker";
import { wholeOf } from "@/server/stored-bytes";
import { printable } from "@/server/vendors/pictures";
import { personName } from "../members/queries";
import { entriesSeenBy, versionFilledIn } from "../queries";
import { workspaceOf } from "../workspace/queries";
import { photosOf, shownFields } from "./rules";
import type { EntriesInput } from "./schema";

/** Entries of one job that are shown at once; the page of all has the rest. */
const OF_JOB = 50;

const brief = {
  uid: formEntries.id,
  version: formEntries.version,
  state: formEntries.state,
  form: { uid: formEntries.formId, name: formVersions.name, number: formEntries.number },
  job: { uid: jobs.id, number: jobs.number, title: jobs.title },
  by: personName,
  authorId: formEntries.authorId,
  createdAt: formEntries.createdAt,
  submittedAt: formEntries.submittedAt,
};

interface Dated {
  authorId: string;
  createdAt: Date;
  submittedAt: Date | null;
}

const shown = <Row extends Dated>({ authorId, createdAt, submittedAt, ...row }: Row, readerId: string) => ({
  ...row,
  yours: authorId === readerId,
  createdAt: createdAt.toISOString(),
  submittedAt: submittedAt?.toISOString() ?? null,
});

const job = and(eq(jobs.workspaceId, formEntries.workspaceId), eq(jobs.id, formEntries.jobId));
const author = and(eq(workspacePeople.workspaceId, formEntries.workspaceId), eq(workspacePeople.userId, formEntries.authorId));

const briefs = (tx: Transaction) =>
  tx
    .select(brief)
    .from(formEntries)
    .innerJoin(formVersions, versionFilledIn)
    .leftJoin(jobs, job)
    .leftJoin(workspacePeople, author)
    .orderBy(desc(formEntries.createdAt), desc(formEntries.id))
    .$dynamic();

/** What was filled in, those that fit what is asked for, the latest first. */
export const listEntries = (ctx: WorkspaceContext, { formUid, state, page }: EntriesInput) =>
  ctx.inWorkspace(async (tx) => {
    const scope = and(
      entriesSeenBy(ctx),
      formUid === undefined ? undefined : eq(formEntries.formId, formUid),
      state === undefined ? undefined : eq(formEntries.state, state),
    );
    const rows = await briefs(tx).where(scope).limit(PAGE_SIZE).offset(pageOffset(page));
    const [totals] = await tx.select({ total: count() }).from(formEntries).where(scope);
    return { data: rows.map((row) => shown(row, ctx.actor.id)), meta: { total: totals?.total ?? 0 } };
  });

/** What was filled in for a job, the latest first. @throws AppError notFound */
export const listJobEntries = (ctx: WorkspaceContext, jobUid: string) =>
  ctx.inWorkspace(async (tx) => {
    const [known] = await tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(rowIn(jobs, ctx.member.workspaceId, jobUid));
    found(known);
    const rows = await briefs(tx)
      .where(and(entriesSeenBy(ctx), eq(formEntries.jobId, jobUid)))
      .limit(OF_JOB);
    return { entries: rows.map((row) => shown(row, ctx.actor.id)) };
  });

/** One entry with what its form asks. @throws AppError notFound, also for what somebody else has only begun */
export async function entryOf(tx: Transaction, ctx: Pick<WorkspaceContext, "member" | "actor">, uid: string) {
  const [row] = await tx
    .select({ ...brief, task: { uid: tasks.id, title: tasks.title }, definition: formVersions.definition, answers: formEntries.answers })
    .from(formEntries)
    .innerJoin(formVersions, versionFilledIn)
    .leftJoin(jobs, job)
    .leftJoin(tasks, and(eq(tasks.workspaceId, formEntries.workspaceId), eq(tasks.id, formEntries.taskId)))
    .leftJoin(workspacePeople, author)
    .where(and(entriesSeenBy(ctx), eq(formEntries.id, uid)));
  return shown(found(row), ctx.actor.id);
}

export const viewEntry = (ctx: WorkspaceContext, uid: string) => ctx.inWorkspace((tx) => entryOf(tx, ctx, uid));

/** What was handed in, as a PDF in the language of whoever asks. @throws AppError notFound | wrongState for what is not handed in yet */
export async function entryPdf(ctx: WorkspaceContext, uid: string) {
  const { workspaceId } = ctx.member;
  const { entry, workspace, photos } = await ctx.inWorkspace(async (tx) => {
    const one = await entryOf(tx, ctx, uid);
    const ids = photosOf(one.answers);
    const rows = await tx
      .select({ id: workspaceFiles.id, fileKey: workspaceFiles.fileKey })
      .from(workspaceFiles)
      .where(and(eq(workspaceFiles.workspaceId, workspaceId), eq(workspaceFiles.entryId, uid), inArray(workspaceFiles.id, ids)));
    return { entry: one, workspace: await workspaceOf(tx, workspaceId), photos: rows };
  });
  const { submittedAt } = entry;
  if (submittedAt === null) throw new AppError("wrongState");
  const pictures = new Map<string, Buffer>();
  // One after the other: photos of a phone take much memory while they are made smaller.
  for (const { id, fileKey } of photos) {
    const picture = await printable(workspaceId, async () => wholeOf(await ctx.files.open(fileKey)));
    if (picture) pictures.set(id, picture);
  }
  const bytes = await drawDocument(
    workspaceId,
    "entry",
    {
      ...entry,
      workspace: workspace.name,
      timeZone: workspace.timeZone,
      submittedAt: new Date(submittedAt),
      fields: shownFields(entry.definition, entry.answers),
      pictures,
    },
    ctx.locale,
  );
  const day = dayIn(new Date(submittedAt), workspace.timeZone);
  return { name: `form-${day}-${uid.slice(-6)}.pdf`, type: "application/pdf" as const, content: bytes.toString("base64") };
}
