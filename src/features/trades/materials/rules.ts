import type { MaterialCategory } from "@/lib/enums/trades-pricing";
import { fold } from "@/lib/search-terms";

/** Characters at most. */
export const MATERIAL = { name: 80, finish: 60 } as const;

/** How many a workspace can have: all of them are shown at once. */
export const MOST_MATERIALS = 500;

/** The longest side of a slab, in mm. */
export const LONGEST = 20_000;
export const THICKEST = 300;
export const WIDEST_KERF = 30;
export const WIDEST_TRIM = 200;

/**
 * What may not be worked with any more, by the country that a shop sells in (ISO 3166-1).
 *
 * Australia: since 1 July 2024 no business may carry out work to make, supply, process or install engineered stone benchtops, panels or slabs
 * (model Work Health and Safety Regulations, Part 8A, as amended after the decision of the Work Health and Safety ministers of
 * 13 December 2023; Safe Work Australia, "Engineered stone ban"). Porcelain and sintered stone are not included where they hold no
 * resin. What was put in before may be removed, repaired and disposed of.
 */
const BANNED: ReadonlyMap<string, readonly MaterialCategory[]> = new Map([["AU", ["engineered_stone"]]]);

/** @param country where the shop sells; empty where nobody has said it yet, and then nothing is kept from it */
export const bannedIn = (country: string): readonly MaterialCategory[] => BANNED.get(country.toUpperCase()) ?? [];

export const isBanned = (country: string, category: MaterialCategory): boolean => bannedIn(country).includes(category);

/** Whether a material is found by what was typed: by all its words, in the name or the finish. */
export function fits({ name, finish }: { name: string; finish: string }, search: string): boolean {
  const words = fold(`${name} ${finish}`);
  return fold(search)
    .split(/\s+/)
    .every((word) => words.includes(word));
}
