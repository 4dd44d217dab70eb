import { z } from "zod";
import { ANNOUNCEMENT_KINDS, AREAS } from "@/lib/enums/service";
import { LOCALES } from "@/lib/locales";

/** How the service stands for whoever asks. */
export const serviceDto = z.object({
  /** While it can only be read: the words of whoever works on it, empty where there are none. */
  maintenance: z.object({ text: z.string() }).nullable(),
  /** Areas that are not there for them. */
  closed: z.array(z.enum(AREAS)),
  registrationOpen: z.boolean(),
  announcements: z.array(
    z.object({
      /** Another one once its words have changed. */
      uid: z.string(),
      kind: z.enum(ANNOUNCEMENT_KINDS),
      text: z.string(),
      /** The language of its words: English where nobody has written them in the reader's. */
      language: z.enum(LOCALES),
      link: z.object({ href: z.string(), label: z.string() }).nullable(),
    }),
  ),
});
