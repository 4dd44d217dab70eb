import { z } from "zod";
import { POST_STATES, TOPIC_STATES } from "@/lib/enums/forum";

/** How a message stands after an act. */
export const moderatedMessageDto = z.object({
  uid: z.uuid(),
  state: z.enum(POST_STATES),
  decided: z.int().meta({ description: "How many reports were decided with it." }),
});

/** How a topic stands after an act. */
export const moderatedTopicDto = z.object({
  uid: z.uuid(),
  title: z.string(),
  state: z.enum(TOPIC_STATES),
  pinned: z.boolean(),
  professionId: z.uuid(),
  mergedIntoId: z.uuid().nullable().meta({ description: "Where its messages are now, when it was merged into another." }),
});

/** How much waits for a decision: messages that were reported, and proposals. */
export const waitingDto = z.object({ reports: z.int(), proposals: z.int() });
