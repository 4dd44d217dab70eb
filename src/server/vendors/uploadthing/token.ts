import { z } from "zod";

/** What UploadThing's SDK takes: with anything else it would start, and then refuse each upload. */
const told = z.object({
  apiKey: z.string().startsWith("sk_"),
  appId: z.string().min(1),
  regions: z.array(z.string().min(1)).min(1),
  ingestHost: z.string().min(1).optional(),
});

/** Whether a text is a token of UploadThing: what its SDK has to know, as JSON in base64. */
export function isUploadToken(text: string): boolean {
  if (!z.base64().safeParse(text).success) return false;
  try {
    return told.safeParse(JSON.parse(Buffer.from(text, "base64").toString())).success;
  } catch {
    return false;
  }
}
