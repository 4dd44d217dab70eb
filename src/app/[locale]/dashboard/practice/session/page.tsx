import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { QuestionCredit } from "@/features/forum/proposals/components/question-credit";
import { PracticeSession } from "@/features/practice/components/practice-session";

export const generateMetadata = titled("practice");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <PracticeSession credit={<QuestionCredit />} />;
}
