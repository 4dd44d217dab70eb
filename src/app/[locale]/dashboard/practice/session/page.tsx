import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { QuestionCredit } from "@/features/forum/proposals/components/question-credit";
import { ReviewedSession } from "@/features/peer-review/components/reviewed-session";

export const generateMetadata = titled("practice");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <ReviewedSession credit={<QuestionCredit />} />;
}
