import { z } from "zod";
import { invalid } from "./failure";
import { created, flag, metadata, paging, text } from "./params";
import { type Route, route } from "./route";
import { newId } from "./store";
import type { Charge, Dispute, EventType } from "./wire";
import { create, emit, type Work, write } from "./work";

/** How long a merchant has to answer, in seconds. */
const ANSWER_SECONDS = 9 * 86_400;

const NO_EVIDENCE: Dispute["evidence"] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

/** The card's owner disputes a charge with their bank, which fetches the money back until it is decided. */
export async function openDispute(work: Work, charge: Charge): Promise<void> {
  await work.store.save("charge", { ...charge, disputed: true });
  const made: Dispute = {
    id: newId("du"),
    object: "dispute",
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: work.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: work.now + ANSWER_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: "fraudulent",
    status: "needs_response",
  };
  await create(work, "dispute", made, "charge.dispute.created");
  await emit(work, "charge.dispute.funds_withdrawn", made);
}

/** Whether a bank has what was charged, or has been given it for good. */
export async function isHeldBack(work: Work, { id, disputed }: Charge): Promise<boolean> {
  return disputed && (await work.store.all("dispute", { match: { charge: id } })).some(({ status }) => status !== "won");
}

const updateParams = z.strictObject({
  evidence: z.strictObject({ uncategorized_text: text.optional() }).optional(),
  metadata: metadata.optional(),
  submit: flag.optional(),
});

/** What Stripe decides in test mode by the words that are handed in. */
const OUTCOMES = new Map<string, Dispute["status"]>([
  ["winning_evidence", "won"],
  ["losing_evidence", "lost"],
]);

async function answerDispute(work: Work, id: string, { evidence, submit = true }: z.infer<typeof updateParams>): Promise<Dispute> {
  const dispute = await openOnly(work, id);
  const said = { ...dispute, evidence: { ...dispute.evidence, ...evidence } };
  if (!submit) return write(work, "dispute", said, "charge.dispute.updated");
  const status = OUTCOMES.get(evidence?.uncategorized_text ?? "") ?? "under_review";
  const events: EventType[] = ["charge.dispute.updated"];
  if (status === "won") events.push("charge.dispute.funds_reinstated");
  if (status !== "under_review") events.push("charge.dispute.closed");
  const details = { ...said.evidence_details, has_evidence: true, submission_count: said.evidence_details.submission_count + 1 };
  return write(work, "dispute", { ...said, evidence_details: details, status }, ...events);
}

async function openOnly(work: Work, id: string): Promise<Dispute> {
  const dispute = await work.store.get("dispute", id);
  if (dispute.status !== "needs_response" && dispute.status !== "under_review") throw invalid("This dispute is already closed.");
  return dispute;
}

const listParams = z.strictObject({ ...paging, charge: text.optional(), payment_intent: text.optional(), created: created.optional() });

export const disputeRoutes: Route[] = [
  route("GET", "/v1/disputes", listParams, (work, { charge, payment_intent, created, ...params }) =>
    work.store.page("dispute", params, "/v1/disputes", {
      created,
      match: { ...(charge ? { charge } : {}), ...(payment_intent ? { payment_intent } : {}) },
    }),
  ),
  route("GET", "/v1/disputes/:id", z.strictObject({}), (work, _params, id) => work.store.get("dispute", id)),
  route("POST", "/v1/disputes/:id", updateParams, (work, given, id) => answerDispute(work, id, given)),
  route("POST", "/v1/disputes/:id/close", z.strictObject({}), async (work, _params, id) =>
    write(work, "dispute", { ...(await openOnly(work, id)), status: "lost" }, "charge.dispute.closed"),
  ),
];
