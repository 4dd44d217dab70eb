import { z } from "zod";
import { day, instant } from "@/lib/dto-fields";
import { POST_STATES, PROPOSAL_STATES, TOPIC_KINDS } from "@/lib/enums/forum";
import { LOCALES } from "@/lib/locales";
import { authorDto } from "../members/dto";

/** A question that was asked in an interview, as it stands with the message that tells of it. */
export const proposedDto = z.object({
  uid: z.uuid(),
  question: z.string(),
  company: z.string(),
  role: z.string(),
  askedOn: day,
  state: z.enum(PROPOSAL_STATES),
  questionId: z.uuid().nullable().meta({ description: "The question of the bank that came of it." }),
  reason: z.string().meta({ description: "Why it was declined: for whoever proposed it, and for the team; empty for all others." }),
});
export type ProposedDto = z.infer<typeof proposedDto>;

/** The same for whoever decides. */
export const proposalDto = proposedDto.extend({
  locale: z.enum(LOCALES).meta({ description: "The language in which it was proposed." }),
  professionId: z.uuid(),
  proposer: authorDto.nullable().meta({ description: "Null where the account is no more." }),
  post: z.object({ uid: z.uuid(), seq: z.int(), state: z.enum(POST_STATES) }),
  topic: z.object({ uid: z.uuid(), title: z.string(), kind: z.enum(TOPIC_KINDS) }),
  createdAt: instant,
  decidedAt: instant.nullable(),
});
export type ProposalDto = z.infer<typeof proposalDto>;

/** Whom the bank owes a question to. */
export const creditDto = z.object({
  company: z.string(),
  role: z.string(),
  askedOn: z.string().meta({ description: "A month, such as 2026-11." }),
  name: z.string().nullable().meta({ description: "Null where the account is no more, and while the message cannot be seen." }),
});

export const proposalStateDto = z.object({ uid: z.uuid(), state: z.enum(PROPOSAL_STATES), questionId: z.uuid().nullable() });
