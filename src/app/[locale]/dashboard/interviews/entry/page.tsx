import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { InterviewEntry } from "@/features/forum/proposals/components/interview-entry";

export const generateMetadata = titled("interview");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <InterviewEntry />;
}
