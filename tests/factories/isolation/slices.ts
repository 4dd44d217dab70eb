import { customers } from "./customers";
import { people } from "./people";
import { schedule } from "./schedule";
import type { Slice } from "./shop";

/** Every part of trades, each in a file of its own. */
export const SLICES: Slice[] = [people, customers, schedule];
