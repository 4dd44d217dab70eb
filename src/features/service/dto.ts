import { z } from "zod";
import { ANNOUNCEMENT_KINDS, AREAS } from "@/lib/enums/service";
import { LOCALES } from "@/lib/locales";

/** How the service stands for whoever asks. */
export const serviceDto = z.object({
  maintenance: z
    .object({ text: z.string() })
    .nullable()
    .meta({ description: "While it can only be read: the words of whoever works on it, empty where there are none." }),
  closed: z.array(z.enum(AREAS)).meta({ description: "Areas that are not there for them." }),
  registrationOpen: z.boolean(),
  announcements: z.array(
    z.object({
      uid: z.string().meta({ description: "Another one once its words, its link or its kind have changed." }),
      kind: z.enum(ANNOUNCEMENT_KINDS),
      text: z.string(),
      language: z.enum(LOCALES).meta({ description: "The language of its words: English where nobody has written them in the reader's." }),
      link: z.object({ href: z.string(), label: z.string() }).nullable(),
    }),
  ),
});
