import { router } from "@/server/api/trpc";
import { chatRouter } from "./chat/router";
import { contactRouter } from "./contact/router";
import { faqRouter } from "./faq/router";
import { inboxRouter } from "./inbox/router";

export const supportRouter = router({ chat: chatRouter, inbox: inboxRouter, contact: contactRouter, faq: faqRouter });
