import { z } from "zod";
import { instant, minorUnits, mm } from "@/lib/dto-fields";
import { JOB_FIELDS, JOB_STATES, NOTE_AUDIENCES } from "@/lib/enums/trades";
import { INVOICE_KINDS } from "@/lib/enums/trades-invoices";
import { PIECE_FIELDS, PIECE_TURNS } from "@/lib/enums/trades-quotes";
import { COST_KINDS } from "@/lib/enums/trades-stock";
import { TASK_FIELDS, TASK_STATES } from "@/lib/enums/trades-tasks";

const entry = {
  uid: z.uuid(),
  at: instant,
  by: z
    .string()
    .nullable()
    .meta({ description: "A customer who answered, or whoever of the workspace did it; null: somebody who is in it no more." }),
};

/** What becomes of a quote, and of an invoice, as far as it belongs to a job's story. */
const QUOTE_TURNS = ["added", "revised", "sent", "handedOver", "accepted", "declined", "takenBack"] as const;
const INVOICE_TURNS = ["added", "issued", "sent", "paid", "refunded", "reversed", "refundReversed"] as const;

/** A piece as it is now. */
const piece = { label: z.string().meta({ description: "Empty where it has no name." }), length: mm, width: mm };

/** What happened to a job, by kinds. */
const happened = z.discriminatedUnion("kind", [
  z.object({ ...entry, kind: z.literal("added") }),
  z.object({ ...entry, kind: z.literal("edited"), fields: z.array(z.enum(JOB_FIELDS)) }),
  z.object({ ...entry, kind: z.literal("moved"), from: z.enum(JOB_STATES), to: z.enum(JOB_STATES), reason: z.string() }),
  z
    .object({ ...entry, kind: z.literal("task"), title: z.string(), to: z.enum(TASK_STATES), reason: z.string() })
    .meta({ description: "A step of one of its tasks." }),
  z
    .object({ ...entry, kind: z.literal("taskAdded"), title: z.string() })
    .meta({ description: "One of its tasks came, as it is called now." }),
  z.object({ ...entry, kind: z.literal("taskEdited"), title: z.string(), fields: z.array(z.enum(TASK_FIELDS)) }),
  z.object({ ...entry, kind: z.literal("taskDeleted") }).meta({ description: "It is no more, and nothing of it is known." }),
  z
    .object({
      ...entry,
      kind: z.literal("note"),
      body: z.string(),
      audience: z.enum(NOTE_AUDIENCES),
      on: z
        .object({ kind: z.enum(["task", "booking", "form"]), title: z.string() })
        .nullable()
        .meta({ description: "What the task, the booking or the form is called that it is about; null where it is about the job itself." }),
      people: z.array(z.object({ uid: z.uuid(), name: z.string() })).meta({ description: "Members who are mentioned in it, by name." }),
    })
    .meta({ description: "What somebody wrote about it." }),
  z
    .object({ ...entry, kind: z.literal("booking"), title: z.string(), act: z.enum(["added", "edited"]), startsAt: instant })
    .meta({ description: "A time that was booked for it, or changed; it begins as it stands now." }),
  z
    .object({ ...entry, kind: z.literal("unbooked"), startsAt: instant })
    .meta({ description: "A time that was booked for it, and is not any more." }),
  z.object({ ...entry, kind: z.literal("form"), name: z.string() }).meta({ description: "A form that was handed in for it." }),
  z
    .object({ ...entry, kind: z.literal("formDiscarded"), name: z.string() })
    .meta({ description: "One that was handed in for it, and is no more." }),
  z
    .object({ ...entry, kind: z.literal("piece"), ...piece, turn: z.enum(PIECE_TURNS), reason: z.string() })
    .meta({ description: "One of its pieces was dropped, taken in again, or is cut anew." }),
  z.object({ ...entry, kind: z.literal("pieceEdited"), ...piece, fields: z.array(z.enum(PIECE_FIELDS)) }),
  z
    .object({ ...entry, kind: z.literal("cost"), cost: z.enum(COST_KINDS), text: z.string(), amount: minorUnits })
    .meta({ description: "What it cost the shop: for those alone who manage the workspace." }),
  z
    .object({
      ...entry,
      kind: z.literal("quote"),
      act: z.enum(QUOTE_TURNS),
      quoteUid: z.uuid(),
      number: z.int(),
      revision: z.int(),
      total: minorUnits,
    })
    .meta({ description: "What was offered for it, and what became of that; for those alone who manage the workspace." }),
  z
    .object({
      ...entry,
      kind: z.literal("invoice"),
      act: z.enum(INVOICE_TURNS),
      invoiceUid: z.uuid(),
      invoice: z.enum(INVOICE_KINDS),
      number: z.int().nullable(),
      amount: minorUnits,
    })
    .meta({
      description:
        "What was asked for it, and what came in or went back; without a number while it is a draft. For those alone who manage the workspace.",
    }),
  z.object({ ...entry, kind: z.literal("file"), name: z.string() }).meta({ description: "A document that was added to it." }),
]);

export const timelineDto = z.object({ data: z.array(happened), meta: z.object({ next: z.string().nullable() }) });
export type TimelineDto = z.infer<typeof timelineDto>;
export type TimelineEntry = TimelineDto["data"][number];
