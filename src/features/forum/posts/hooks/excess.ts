import { MAX_IMAGES, newcomerExcess, type Obstacle } from "@/features/forum/rules";
import { amountsOf, factsOf, isTangled } from "../rules";

/** What a message has too much of, by the rules that the server asks, too. */
export function excessIn(
  text: string,
  limited: boolean,
): { code: Obstacle["code"] | "textTangled"; values?: Record<string, number> } | null {
  if (isTangled(text)) return { code: "textTangled" };
  // Short of all that could be counted, nothing needs to be read.
  if (!/[@:[.]/.test(text)) return null;
  const amounts = amountsOf(factsOf(text));
  if (amounts.images > MAX_IMAGES) return { code: "tooManyImages", values: { max: MAX_IMAGES } };
  return limited ? newcomerExcess(amounts) : null;
}
