import { z } from "zod";

const base64url = (characters: number) => z.string().regex(new RegExp(`^[\\w-]{${characters}}=*$`));

const endpoint = z.url({ protocol: /^https?$/ }).max(2000);

/** As a browser's PushSubscription says it: where it is reached, its public key (65 bytes) and its secret (16 bytes). */
export const subscriptionInput = z.strictObject({
  endpoint,
  keys: z.strictObject({ p256dh: base64url(87), auth: base64url(22) }),
});

export const endpointInput = z.strictObject({ endpoint });
