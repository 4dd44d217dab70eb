import { z } from "zod";

export const customerRowDto = z.object({
  uid: z.uuid(),
  name: z.string(),
  version: z.int(),
  /** The first one's name and number; null where there is none. */
  contact: z.object({ name: z.string(), phone: z.string() }).nullable(),
  /** The first one's address, empty where there is none. */
  address: z.string(),
  sites: z.int(),
});
export type CustomerRowDto = z.infer<typeof customerRowDto>;

export const customerDto = z.object({
  uid: z.uuid(),
  name: z.string(),
  version: z.int(),
  /** For those alone who manage the workspace. */
  notes: z.string().optional(),
  /** Their price list, null for the usual one; as notes. */
  priceListUid: z.uuid().nullable().optional(),
  contacts: z.array(z.object({ uid: z.uuid(), name: z.string(), role: z.string(), email: z.string(), phone: z.string() })),
  sites: z.array(z.object({ uid: z.uuid(), name: z.string(), address: z.string(), access: z.string() })),
});

export const customerDeletedDto = z.object({ deleted: z.literal(true) });
