import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { InterviewEditor } from "@/features/practice/interviews/components/interview-editor";

export const generateMetadata = titled("interview");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <InterviewEditor />;
}
