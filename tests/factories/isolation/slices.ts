import { customerFiles } from "./customer-files";
import { customers } from "./customers";
import { cutting } from "./cutting";
import { forms } from "./forms";
import { invoices } from "./invoices";
import { jobs } from "./jobs";
import { notes } from "./notes";
import { people } from "./people";
import { pricing } from "./pricing";
import { quotes } from "./quotes";
import { schedule } from "./schedule";
import type { Slice } from "./shop";
import { stock } from "./stock";
import { tasks } from "./tasks";
import { templates } from "./templates";

/** Every part of trades, each in a file of its own. */
export const SLICES: Slice[] = [
  people,
  customers,
  customerFiles,
  jobs,
  tasks,
  templates,
  schedule,
  notes,
  forms,
  pricing,
  quotes,
  invoices,
  stock,
  cutting,
];
