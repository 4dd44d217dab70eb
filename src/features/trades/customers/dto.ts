import { z } from "zod";

export const customerRowDto = z.object({
  uid: z.uuid(),
  name: z.string(),
  version: z.int(),
  contact: z
    .object({ name: z.string(), phone: z.string() })
    .nullable()
    .meta({ description: "The first one's name and number; null where there is none." }),
  address: z.string().meta({ description: "The first one's address, empty where there is none." }),
  sites: z.int(),
});
export type CustomerRowDto = z.infer<typeof customerRowDto>;

export const customerDto = z.object({
  uid: z.uuid(),
  name: z.string(),
  version: z.int(),
  notes: z.string().optional().meta({ description: "For those alone who manage the workspace." }),
  priceListUid: z.uuid().nullable().optional().meta({ description: "Their price list, null for the usual one; as notes." }),
  contacts: z.array(z.object({ uid: z.uuid(), name: z.string(), role: z.string(), email: z.string(), phone: z.string() })),
  sites: z.array(z.object({ uid: z.uuid(), name: z.string(), address: z.string(), access: z.string() })),
});

export const customerDeletedDto = z.object({ deleted: z.literal(true) });
