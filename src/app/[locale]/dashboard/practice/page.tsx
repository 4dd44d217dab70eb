import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { QuestionBank } from "@/features/practice/components/question-bank";

export const generateMetadata = titled("practice");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <QuestionBank />;
}
