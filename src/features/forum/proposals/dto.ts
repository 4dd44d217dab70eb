import { z } from "zod";
import { POST_STATES, PROPOSAL_STATES, TOPIC_KINDS } from "@/lib/enums/forum";
import { LOCALES } from "@/lib/locales";
import { authorDto } from "../members/dto";

/** A question that was asked in an interview, as it stands with the message that tells of it. */
export const proposedDto = z.object({
  uid: z.uuid(),
  question: z.string(),
  company: z.string(),
  role: z.string(),
  /** A day. */
  askedOn: z.string(),
  state: z.enum(PROPOSAL_STATES),
  /** The question of the bank that came of it. */
  questionId: z.uuid().nullable(),
  /** Why it was declined: for whoever proposed it, and for the team; empty for all others. */
  reason: z.string(),
});
export type ProposedDto = z.infer<typeof proposedDto>;

/** The same for whoever decides. */
export const proposalDto = proposedDto.extend({
  /** The language in which it was proposed. */
  locale: z.enum(LOCALES),
  professionId: z.uuid(),
  /** Null where the account is no more. */
  proposer: authorDto.nullable(),
  post: z.object({ uid: z.uuid(), seq: z.int(), state: z.enum(POST_STATES) }),
  topic: z.object({ uid: z.uuid(), title: z.string(), kind: z.enum(TOPIC_KINDS) }),
  createdAt: z.string(),
  decidedAt: z.string().nullable(),
});
export type ProposalDto = z.infer<typeof proposalDto>;

/** Whom the bank owes a question to. */
export const creditDto = z.object({
  company: z.string(),
  role: z.string(),
  /** A month, such as 2026-11. */
  askedOn: z.string(),
  /** Null where the account is no more, and while the message cannot be seen. */
  name: z.string().nullable(),
});

export const proposalStateDto = z.object({ uid: z.uuid(), state: z.enum(PROPOSAL_STATES), questionId: z.uuid().nullable() });
