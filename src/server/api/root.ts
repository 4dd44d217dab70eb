import { accountRouter } from "@/features/account/router";
import { practiceJobs } from "@/features/practice/jobs";
import { practiceRouter } from "@/features/practice/router";
import { practiceUploads } from "@/features/practice/uploads";
import { platformJobs } from "../jobs/platform";
import type { JobDefinition } from "../jobs/queue";
import type { Services } from "./context";
import { router } from "./trpc";

/** Everything that the features bring to the server is put together here. */
export const appRouter = router({
  account: accountRouter,
  practice: practiceRouter,
});

export type AppRouter = typeof appRouter;

export const uploadRoutes = (services: Services) => ({ ...practiceUploads(services) });
export type UploadRoutes = ReturnType<typeof uploadRoutes>;

export const jobs: JobDefinition[] = [...platformJobs, ...practiceJobs];
