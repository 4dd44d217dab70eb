import { accountJobs } from "@/features/account/jobs";
import { accountData } from "@/features/account/personal-data";
import { accountRouter } from "@/features/account/router";
import { accountUploads } from "@/features/account/uploads";
import { adminRouter } from "@/features/admin/router";
import { learningData } from "@/features/learning/personal-data";
import { learningRouter } from "@/features/learning/router";
import { learningUploads } from "@/features/learning/uploads";
import { practiceJobs } from "@/features/practice/jobs";
import { practiceData } from "@/features/practice/personal-data";
import { practiceRouter } from "@/features/practice/router";
import { practiceUploads } from "@/features/practice/uploads";
import { platformJobs } from "../jobs/platform";
import type { JobDefinition } from "../jobs/queue";
import type { PersonalData } from "../personal-data";
import type { Services } from "./context";
import { router } from "./trpc";

/** Everything that the features bring to the server is put together here. */
export const appRouter = router({
  account: accountRouter,
  practice: practiceRouter,
  learning: learningRouter,
  admin: adminRouter,
});

export type AppRouter = typeof appRouter;

export const uploadRoutes = (services: Services) => ({
  ...accountUploads(services),
  ...practiceUploads(services),
  ...learningUploads(services),
});
export type UploadRoutes = ReturnType<typeof uploadRoutes>;

export const jobs: JobDefinition[] = [...platformJobs, ...accountJobs, ...practiceJobs];

/** What is held of a person, feature by feature; what others lean on comes last. */
export const personalData: PersonalData[] = [practiceData, learningData, accountData];
