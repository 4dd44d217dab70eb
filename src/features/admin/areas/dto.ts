import { z } from "zod";
import { instant } from "@/lib/dto-fields";

const grantDto = z.object({ userId: z.uuid(), name: z.string(), email: z.string(), grantedAt: instant });

export const grantsDto = z.object({ data: z.array(grantDto), meta: z.object({ next: z.string().nullable() }) });

export const grantedDto = z.object({ userId: z.uuid(), given: z.boolean() });
