import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { JobSettings } from "@/features/trades/jobs/components/job-settings";

export const generateMetadata = titled("jobSettings");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <JobSettings />;
}
