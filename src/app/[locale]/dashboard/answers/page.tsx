import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { AnswerList } from "@/features/practice/components/answer-list";

export const generateMetadata = titled("answers");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <AnswerList />;
}
