import {
  and,
  asc,
  between,
  count,
  desc,
  eq,
  exists,
  gte,
  inArray,
  isNull,
  like,
  lt,
  notExists,
  notInArray,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { addDays, dayIn, dayStart } from "@/lib/days";
import type { TaskDue, TaskOrder, TaskWhose } from "@/lib/enums/trades-tasks";
import { pageOffset } from "@/lib/page-math";
import { searchTerms } from "@/lib/search-terms";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { fullNameOf } from "@/server/db/names";
import {
  customerSites,
  customers,
  formEntries,
  forms,
  jobs,
  notes,
  standardTasks,
  taskAssignees,
  taskChecks,
  taskNeeds,
  tasks,
  workspaceMembers,
  workspacePeople,
} from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { publishedForms } from "../forms/queries";
import { AWAY } from "../jobs/rules";
import { workspaceOf } from "../workspace/queries";
import { MOST_IN_DAY, OPEN_STATES } from "./rules";
import type { TasksInput } from "./schema";

/** More words than these say nothing more. */
const MOST_WORDS = 8;

const rowsOf = (tx: Transaction) =>
  tx
    .select({
      uid: tasks.id,
      version: tasks.version,
      title: tasks.title,
      details: tasks.details,
      state: tasks.state,
      blockedFor: tasks.blockedFor,
      dueOn: tasks.dueOn,
      job: { uid: jobs.id, number: jobs.number, title: jobs.title },
      customer: customers.name,
      form: { uid: forms.id, name: forms.name },
      filled: sql<boolean>`${exists(
        tx
          .select({ one: sql`1` })
          .from(formEntries)
          .where(
            and(
              eq(formEntries.workspaceId, tasks.workspaceId),
              eq(formEntries.taskId, tasks.id),
              eq(formEntries.formId, tasks.formId),
              eq(formEntries.state, "submitted"),
            ),
          ),
      )}`,
      site: { name: customerSites.name, address: customerSites.address, access: customerSites.access },
    })
    .from(tasks)
    .leftJoin(jobs, and(eq(jobs.workspaceId, tasks.workspaceId), eq(jobs.id, tasks.jobId)))
    .leftJoin(customers, and(eq(customers.workspaceId, jobs.workspaceId), eq(customers.id, jobs.customerId)))
    .leftJoin(customerSites, and(eq(customerSites.workspaceId, jobs.workspaceId), eq(customerSites.id, jobs.siteId)))
    .leftJoin(forms, and(eq(forms.workspaceId, tasks.workspaceId), eq(forms.id, tasks.formId)))
    .$dynamic();

type Row = Awaited<ReturnType<typeof rowsOf>>[number];

const needed = alias(tasks, "needed");

/** The same tasks with who does them, what is to be thought of and what they need. */
async function whole(tx: Transaction, workspaceId: string, rows: Row[]) {
  if (rows.length === 0) return [];
  const ids = rows.map(({ uid }) => uid);
  const people = await tx
    .select({
      taskId: taskAssignees.taskId,
      uid: taskAssignees.memberId,
      name: fullNameOf(workspacePeople),
    })
    .from(taskAssignees)
    .innerJoin(workspaceMembers, and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.id, taskAssignees.memberId)))
    .innerJoin(workspacePeople, and(eq(workspacePeople.workspaceId, workspaceId), eq(workspacePeople.userId, workspaceMembers.userId)))
    .where(and(eq(taskAssignees.workspaceId, workspaceId), inArray(taskAssignees.taskId, ids)))
    .orderBy(asc(sql`lower(${workspacePeople.firstName} || ' ' || ${workspacePeople.lastName})`), asc(taskAssignees.memberId));
  const checks = await tx
    .select({ taskId: taskChecks.taskId, uid: taskChecks.id, text: taskChecks.text, checkedAt: taskChecks.checkedAt })
    .from(taskChecks)
    .where(and(eq(taskChecks.workspaceId, workspaceId), inArray(taskChecks.taskId, ids)))
    .orderBy(asc(taskChecks.position), asc(taskChecks.id));
  const noted = await tx
    .select({ taskId: notes.taskId, total: count() })
    .from(notes)
    .where(and(eq(notes.workspaceId, workspaceId), inArray(notes.taskId, ids)))
    .groupBy(notes.taskId);
  const needs = await tx
    .select({ taskId: taskNeeds.taskId, uid: needed.id, title: needed.title, state: needed.state })
    .from(taskNeeds)
    .innerJoin(needed, and(eq(needed.workspaceId, taskNeeds.workspaceId), eq(needed.id, taskNeeds.needsId)))
    .where(and(eq(taskNeeds.workspaceId, workspaceId), inArray(taskNeeds.taskId, ids)))
    .orderBy(asc(needed.position), asc(needed.id));
  const of = <Part extends { taskId: string }>(parts: Part[], uid: string) => parts.filter(({ taskId }) => taskId === uid);
  return rows.map(({ job, customer, site, form, filled, ...row }) => ({
    ...row,
    notes: noted.find(({ taskId }) => taskId === row.uid)?.total ?? 0,
    form: form ? { ...form, filled } : null,
    job: job ? { ...job, customer: customer ?? "", site } : null,
    assignees: of(people, row.uid).map(({ uid, name }) => ({ uid, name })),
    checks: of(checks, row.uid).map(({ uid, text, checkedAt }) => ({ uid, text, checked: checkedAt !== null })),
    needs: of(needs, row.uid).map(({ uid, title, state }) => ({ uid, title, state })),
  }));
}

/** One task with all that belongs to it. @throws AppError notFound */
export async function taskOf(tx: Transaction, workspaceId: string, uid: string) {
  const rows = await rowsOf(tx).where(rowIn(tasks, workspaceId, uid));
  const [task] = await whole(tx, workspaceId, rows);
  return found(task);
}

export const viewTask = ({ inWorkspace, member }: WorkspaceContext, uid: string) =>
  inWorkspace((tx) => taskOf(tx, member.workspaceId, uid));

/** What a job's tasks are, in their order. @throws AppError notFound */
export const listJobTasks = ({ inWorkspace, member: { workspaceId } }: WorkspaceContext, jobUid: string) =>
  inWorkspace(async (tx) => {
    const [job] = await tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(rowIn(jobs, workspaceId, jobUid));
    found(job);
    const rows = await rowsOf(tx)
      .where(and(eq(tasks.workspaceId, workspaceId), eq(tasks.jobId, jobUid)))
      .orderBy(asc(tasks.position), asc(tasks.id));
    return { tasks: await whole(tx, workspaceId, rows) };
  });

const given = (tx: Transaction) =>
  tx
    .select({ one: sql`1` })
    .from(taskAssignees)
    .where(and(eq(taskAssignees.workspaceId, tasks.workspaceId), eq(taskAssignees.taskId, tasks.id)));

const givenTo = (tx: Transaction, memberId: string) =>
  exists(
    tx
      .select({ one: sql`1` })
      .from(taskAssignees)
      .where(
        and(eq(taskAssignees.workspaceId, tasks.workspaceId), eq(taskAssignees.taskId, tasks.id), eq(taskAssignees.memberId, memberId)),
      ),
  );

const ofWhom = (tx: Transaction, whose: TaskWhose, memberId: string): SQL | undefined =>
  whose === "mine" ? givenTo(tx, memberId) : notExists(given(tx));

/** @param today of the workspace's calendar */
const dueWhen = (due: TaskDue, today: string): SQL | undefined =>
  and(inArray(tasks.state, [...OPEN_STATES]), due === "late" ? lt(tasks.dueOn, today) : between(tasks.dueOn, today, addDays(today, 7)));

const ORDERS: Record<TaskOrder, SQL> = {
  due: sql`${tasks.dueOn}`,
  title: sql`lower(${tasks.title})`,
  state: sql`${tasks.state}`,
};

/** A shop's tasks, those that fit what is asked for. */
export const listTasks = ({ inWorkspace, member: { workspaceId, id } }: WorkspaceContext, input: TasksInput) =>
  inWorkspace(async (tx) => {
    const { search, state, whose, assignee, due, order, descending, page } = input;
    const terms = search === undefined || search === "" ? null : searchTerms(search).slice(0, MOST_WORDS);
    const scope = and(
      eq(tasks.workspaceId, workspaceId),
      state === undefined ? undefined : eq(tasks.state, state),
      whose === undefined ? undefined : ofWhom(tx, whose, id),
      assignee === undefined ? undefined : givenTo(tx, assignee),
      due === undefined ? undefined : dueWhen(due, dayIn(new Date(), (await workspaceOf(tx, workspaceId)).timeZone)),
      // Of signs alone there is nothing to find.
      terms?.length === 0 ? sql`false` : undefined,
      ...(terms ?? []).map((term) => like(tasks.words, `% ${term}%`)),
    );
    // Without a day a task stands behind those that have one, whichever way round they are.
    const inOrder = [...(order === "due" ? [sql`${tasks.dueOn} is null`] : []), (descending ? desc : asc)(ORDERS[order]), asc(tasks.id)];
    // Which tasks a page has is settled first: what belongs to each is looked up for those alone.
    const ids = tx
      .select({ id: tasks.id })
      .from(tasks)
      .where(scope)
      .orderBy(...inOrder)
      .limit(PAGE_SIZE)
      .offset(pageOffset(page));
    const rows = await rowsOf(tx)
      .where(and(eq(tasks.workspaceId, workspaceId), inArray(tasks.id, ids)))
      .orderBy(...inOrder);
    const [totals] = await tx.select({ total: count() }).from(tasks).where(scope);
    return { data: await whole(tx, workspaceId, rows), meta: { total: totals?.total ?? 0 } };
  });

/** What whoever asks is to do: what was given to them, what of work under way was given to nobody, and what they have done today. */
export const viewDay = ({ inWorkspace, member: { workspaceId, id }, actor }: WorkspaceContext) =>
  inWorkspace(async (tx) => {
    const { timeZone } = await workspaceOf(tx, workspaceId);
    const today = dayIn(new Date(), timeZone);
    // Nobody goes to a job that waits or was given up; its tasks come back with it.
    const goesOn = or(isNull(tasks.jobId), notInArray(jobs.state, [...AWAY]));
    // Who has a task is counted once for each that is open.
    const hands = tx
      .select({
        taken: sql<boolean>`count(*) > 0`.as("taken"),
        mine: sql<boolean>`coalesce(bool_or(${taskAssignees.memberId} = ${id}), false)`.as("mine"),
      })
      .from(taskAssignees)
      .where(and(eq(taskAssignees.workspaceId, tasks.workspaceId), eq(taskAssignees.taskId, tasks.id)))
      .as("hands");
    const { doneAt, dueOn, position } = tasks;
    const inOrder = (by: { id: SQLWrapper; doneAt: SQLWrapper; dueOn: SQLWrapper; position: SQLWrapper }) => [
      sql`${by.doneAt} is not null`,
      sql`${by.dueOn} is null`,
      asc(by.dueOn),
      asc(by.position),
      asc(by.id),
    ];
    const mine = tx
      .select({ id: tasks.id, doneAt, dueOn, position })
      .from(tasks)
      .leftJoin(jobs, and(eq(jobs.workspaceId, tasks.workspaceId), eq(jobs.id, tasks.jobId)))
      .leftJoinLateral(hands, sql`true`)
      .where(
        and(
          eq(tasks.workspaceId, workspaceId),
          inArray(tasks.state, [...OPEN_STATES]),
          goesOn,
          or(sql`${hands.mine}`, and(eq(jobs.state, "in_progress"), sql`not ${hands.taken}`)),
        ),
      );
    const done = tx
      .select({ id: tasks.id, doneAt, dueOn, position })
      .from(tasks)
      .where(and(eq(tasks.workspaceId, workspaceId), eq(tasks.doneBy, actor.id), gte(tasks.doneAt, dayStart(today, timeZone))));
    const both = mine.union(done).as("both");
    // What belongs to each is looked up for those alone that are shown.
    const shown = tx
      .select({ id: both.id })
      .from(both)
      .orderBy(...inOrder(both))
      .limit(MOST_IN_DAY);
    const rows = await rowsOf(tx)
      .where(and(eq(tasks.workspaceId, workspaceId), inArray(tasks.id, shown)))
      .orderBy(...inOrder(tasks));
    const asked = rows.flatMap(({ form, filled }) => (form && !filled ? [form.uid] : []));
    return {
      today,
      tasks: await whole(tx, workspaceId, rows),
      forms: await publishedForms(tx, workspaceId, [...new Set(asked)]),
    };
  });

/** What the shop does again and again, in its order. */
export async function standardsOf(tx: Transaction, workspaceId: string) {
  const rows = await tx
    .select({ standard: standardTasks, form: { uid: forms.id, name: forms.name } })
    .from(standardTasks)
    .leftJoin(forms, and(eq(forms.workspaceId, standardTasks.workspaceId), eq(forms.id, standardTasks.formId)))
    .where(eq(standardTasks.workspaceId, workspaceId))
    .orderBy(asc(standardTasks.position), asc(standardTasks.id));
  return {
    tasks: rows.map(({ standard: { id: uid, version, title, details, checks }, form }) => ({
      uid,
      version,
      title,
      details,
      checks: checks.map((text) => ({ text })),
      form,
    })),
  };
}

export const listStandards = ({ inWorkspace, member }: WorkspaceContext) => inWorkspace((tx) => standardsOf(tx, member.workspaceId));
