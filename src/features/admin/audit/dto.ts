import { z } from "zod";
import { ROLES } from "@/lib/enums/account";
import { AUDIT_ACTIONS } from "@/lib/enums/service";

const fields = z.record(z.string(), z.unknown());

/** Somebody of whom the log tells; an account that has ended has no name any more. */
const personDto = z.object({ uid: z.uuid(), name: z.string() });

const auditEntryDto = z.object({
  uid: z.uuid(),
  at: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  /** Null for the service itself, and for somebody at a terminal. */
  actor: personDto.nullable(),
  subject: personDto.nullable(),
  target: z.object({ kind: z.string(), id: z.string() }).nullable(),
  /** The fields that differ; null where there was nothing before, or is nothing any more. */
  before: fields.nullable(),
  after: fields.nullable(),
  detail: fields,
  /** The address from which it was done. */
  address: z.string(),
});
export type AuditEntryDto = z.infer<typeof auditEntryDto>;

export const auditDto = z.object({ data: z.array(auditEntryDto), meta: z.object({ next: z.string().nullable() }) });

export const actorsDto = z.array(personDto.extend({ role: z.enum(ROLES) }));

export const auditFileDto = z.object({
  name: z.string(),
  type: z.enum(["text/csv", "application/json"]),
  /** Base64. */
  content: z.string(),
  /** Whether there were more entries than one file holds; the newest are in it. */
  cut: z.boolean(),
});
