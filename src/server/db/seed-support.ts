import { eq, inArray, sql } from "drizzle-orm";
import { LOCALES, type LocalizedText } from "@/lib/locales";
import { fold } from "@/lib/search-terms";
import type { Executor } from "./client";
import account from "./content/faq/account.json";
import learning from "./content/faq/learning.json";
import practising from "./content/faq/practising.json";
import privacy from "./content/faq/privacy.json";
import recordings from "./content/faq/recordings.json";
import subscription from "./content/faq/subscription.json";
import { faqCategories, faqEntries } from "./schema";
import { contentId } from "./seed-ids";

interface FaqContent {
  slug: string;
  name: LocalizedText;
  entries: { slug: string; question: LocalizedText; answer: LocalizedText }[];
}

const FAQ = [practising, recordings, account, learning, subscription, privacy] as FaqContent[];
