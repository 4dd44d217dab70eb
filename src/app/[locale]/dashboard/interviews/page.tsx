import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { InterviewLog } from "@/features/practice/interviews/components/interview-log";

export const generateMetadata = titled("interviews");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <InterviewLog />;
}
