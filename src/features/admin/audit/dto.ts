import { z } from "zod";
import { instant } from "@/lib/dto-fields";
import { ROLES } from "@/lib/enums/account";
import { AUDIT_ACTIONS } from "@/lib/enums/service";

const fields = z.record(z.string(), z.unknown());

/** Somebody of whom the log tells; an account that has ended has no name any more. */
const personDto = z.object({ uid: z.uuid(), name: z.string() });

const auditEntryDto = z.object({
  uid: z.uuid(),
  at: instant,
  action: z.enum(AUDIT_ACTIONS),
  actor: personDto.nullable().meta({ description: "Null for the service itself, and for somebody at a terminal." }),
  subject: personDto.nullable(),
  target: z.object({ kind: z.string(), id: z.string() }).nullable(),
  before: fields.nullable().meta({ description: "The fields that differ; null where there was nothing before, or is nothing any more." }),
  after: fields.nullable().meta({ description: "The same fields as they are since." }),
  detail: fields,
  address: z.string().meta({ description: "The address from which it was done." }),
});
export type AuditEntryDto = z.infer<typeof auditEntryDto>;

export const auditDto = z.object({ data: z.array(auditEntryDto), meta: z.object({ next: z.string().nullable() }) });

export const actorsDto = z.array(personDto.extend({ role: z.enum(ROLES) }));

export const auditFileDto = z.object({
  name: z.string(),
  type: z.enum(["text/csv", "application/json"]),
  content: z.string().meta({ description: "Base64." }),
  cut: z.boolean().meta({ description: "Whether there were more entries than one file holds; the newest are in it." }),
});
