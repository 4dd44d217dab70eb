import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { QuestionEditor } from "@/features/practice/bank/components/question-editor";

export const generateMetadata = titled("editQuestion");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <QuestionEditor />;
}
