import { z } from "zod";
import { conversationDto, historyDto } from "../chat/dto";

export const receivedDto = z.object({ received: z.literal(true) });

/** What a guest sees of their conversation. */
export const guestViewDto = conversationDto
  .pick({ uid: true, subject: true, state: true, lastSeq: true, delivered: true, read: true, waitingSince: true, reopensUntil: true })
  .extend({ name: z.string(), ...historyDto.shape });
