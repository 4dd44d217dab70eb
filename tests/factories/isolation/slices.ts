import { customers } from "./customers";
import { notes } from "./notes";
import { people } from "./people";
import type { Slice } from "./shop";

/** Every part of trades, each in a file of its own. */
export const SLICES: Slice[] = [people, customers, notes];
