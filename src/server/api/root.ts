import { unsubscribe } from "@/features/account/digests/mutations";
import { latestNews } from "@/features/account/digests/queries";
import { accountJobs } from "@/features/account/jobs";
import { notificationsData } from "@/features/account/notifications/personal-data";
import { accountData } from "@/features/account/personal-data";
import { accountRouter } from "@/features/account/router";
import { accountUploads, accountUploadsTold } from "@/features/account/uploads";
import { areasData } from "@/features/admin/areas/personal-data";
import { importJobs } from "@/features/admin/import-work/jobs";
import { adminRouter } from "@/features/admin/router";
import { forumJobs } from "@/features/forum/jobs";
import { forumData } from "@/features/forum/personal-data";
import { forumRouter } from "@/features/forum/router";
import { forumUploads, forumUploadsTold } from "@/features/forum/uploads";
import { learningData } from "@/features/learning/personal-data";
import { learningRouter } from "@/features/learning/router";
import { learningUploads, learningUploadsTold } from "@/features/learning/uploads";
import { peerReviewJobs } from "@/features/peer-review/jobs";
import { peerReviewData } from "@/features/peer-review/personal-data";
import { peerReviewRouter } from "@/features/peer-review/router";
import { peerReviewUploads, peerReviewUploadsTold } from "@/features/peer-review/uploads";
import { bankData } from "@/features/practice/bank/personal-data";
import { interviewData } from "@/features/practice/interviews/personal-data";
import { practiceJobs } from "@/features/practice/jobs";
import { practiceData } from "@/features/practice/personal-data";
import { planData } from "@/features/practice/plan/personal-data";
import { practiceRouter } from "@/features/practice/router";
import { simulationsData } from "@/features/practice/simulations/personal-data";
import { practiceUploads, practiceUploadsTold } from "@/features/practice/uploads";
import { CATALOGUE, CHECKOUT_PATH } from "@/features/subscription/demo/rules";
import { subscriptionJobs } from "@/features/subscription/jobs";
import { subscriptionData } from "@/features/subscription/personal-data";
import { storageOf } from "@/features/subscription/queries";
import { subscriptionRouter } from "@/features/subscription/router";
import { receiveStripeEvent } from "@/features/subscription/sync/mutations";
import { faqData } from "@/features/support/faq/personal-data";
import { supportJobs } from "@/features/support/jobs";
import { supportData } from "@/features/support/personal-data";
import { supportRouter } from "@/features/support/router";
import { supportUploads, supportUploadsTold } from "@/features/support/uploads";
import { readFeed } from "@/features/trades/feed/queries";
import { tradesJobs } from "@/features/trades/jobs";
import { tradesData } from "@/features/trades/personal-data";
import { FEED_PATH } from "@/features/trades/resources/queries";
import { tradesRouter } from "@/features/trades/router";
import { notifyOfUnsent } from "@/features/trades/unsent/mutations";
import { tradesUploads, tradesUploadsTold } from "@/features/trades/uploads";
import { platformJobs } from "../jobs/platform";
import type { JobDefinition } from "../jobs/queue";
import type { PersonalData } from "../personal-data";
import type { UploadDocs } from "../vendors/uploadthing/docs";
import type { Services } from "./context";
import { router } from "./trpc";

/** Everything that the features bring to the server is put together here. */
export const appRouter = router({
  account: accountRouter,
  practice: practiceRouter,
  learning: learningRouter,
  subscription: subscriptionRouter,
  support: supportRouter,
  forum: forumRouter,
  peerReview: peerReviewRouter,
  admin: adminRouter,
  trades: tradesRouter,
});

export type AppRouter = typeof appRouter;

export const uploadRoutes = (services: Services) => ({
  ...accountUploads(services),
  ...practiceUploads(services),
  ...learningUploads(services),
  ...supportUploads(services),
  ...forumUploads(services),
  ...peerReviewUploads(services),
  ...tradesUploads(services),
});
export type UploadRoutes = ReturnType<typeof uploadRoutes>;
/** The same to be described: none of them is called, so none needs what the services do. */
export const routesToDocument = (): UploadRoutes => uploadRoutes({} as Services);

export const uploadDocs: Record<keyof UploadRoutes, UploadDocs> = {
  ...practiceUploadsTold,
  ...accountUploadsTold,
  ...supportUploadsTold,
  ...forumUploadsTold,
  ...peerReviewUploadsTold,
  ...learningUploadsTold,
  ...tradesUploadsTold,
};

export const jobs: JobDefinition[] = [
  ...platformJobs,
  ...accountJobs,
  ...practiceJobs,
  ...importJobs,
  ...subscriptionJobs,
  ...supportJobs,
  ...forumJobs,
  ...peerReviewJobs,
  ...tradesJobs,
];

/** What other services tell us, by the path that they call: the bytes as they came, because a signature is over those. */
export const webhooks: Record<string, (services: Services, body: Buffer, headers: Record<string, string | undefined>) => Promise<void>> = {
  "/api/stripe/webhook": receiveStripeEvent,
};

/** What a mail program calls to turn mails off, by the path that a mail gave it; what is asked before news go out, and told of what cannot. */
export { FEED_PATH, latestNews, notifyOfUnsent, readFeed, unsubscribe };

/** Bytes that whoever sends files may have begun and not finished: as many as their plan keeps. */
export const mayHaveUnfinished = storageOf;

/** What a demo of payments needs of the feature that is paid for. */
export const demoPayments = { catalogue: CATALOGUE, checkoutPath: CHECKOUT_PATH };

/** What is held of a person, feature by feature; what others lean on comes last. */
export const personalData: PersonalData[] = [
  simulationsData,
  peerReviewData,
  practiceData,
  planData,
  interviewData,
  bankData,
  learningData,
  subscriptionData,
  supportData,
  faqData,
  forumData,
  tradesData,
  notificationsData,
  areasData,
  accountData,
];
