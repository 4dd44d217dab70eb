import { router } from "@/server/api/trpc";
import { faqRouter } from "./faq/router";

export const supportRouter = router({ faq: faqRouter });
