import { professionFiles } from "@/features/forum/professions/files";
import { videoFiles } from "@/features/learning/editing/files";
import { universityFiles } from "@/features/learning/universities/files";
import { questionFiles } from "@/features/practice/bank/files";
import { categoryFiles } from "@/features/practice/categories/files";
import { cannedFiles } from "@/features/support/canned/files";
import { faqFiles } from "@/features/support/faq/files";
import type { ImportKind } from "@/lib/enums/imports";
import type { ContentFiles } from "@/server/content-files";

/** Each kind of content that comes in files and goes out in them. */
export const FILES: Record<ImportKind, ContentFiles> = {
  questions: questionFiles as ContentFiles,
  faq: faqFiles as ContentFiles,
  canned: cannedFiles as ContentFiles,
  professions: professionFiles as ContentFiles,
  categories: categoryFiles as ContentFiles,
  videos: videoFiles as ContentFiles,
  universities: universityFiles as ContentFiles,
};
