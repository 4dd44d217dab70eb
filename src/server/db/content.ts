import behavioural from "./content/questions/behavioural.json";
import customerService from "./content/questions/customer-service.json";
import dataAndAnalytics from "./content/questions/data-and-analytics.json";
import firstJob from "./content/questions/first-job.json";
import hospitalityAndRetail from "./content/questions/hospitality-and-retail.json";
import management from "./content/questions/management.json";
import motivationAndFit from "./content/questions/motivation-and-fit.json";
import nursing from "./content/questions/nursing.json";
import sales from "./content/questions/sales.json";
import softwareEngineering from "./content/questions/software-engineering.json";
import teaching from "./content/questions/teaching.json";
import universityAdmission from "./content/questions/university-admission.json";
import type { CategoryContent } from "./seed-bank";

/** The question bank in the order in which its categories are shown. */
export const CATEGORIES: CategoryContent[] = [
  motivationAndFit,
  behavioural,
  firstJob,
  management,
  softwareEngineering,
  dataAndAnalytics,
  nursing,
  teaching,
  sales,
  customerService,
  hospitalityAndRetail,
  universityAdmission,
];
