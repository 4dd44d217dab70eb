import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { JobPage } from "@/features/trades/jobs/components/job-page";

export const generateMetadata = titled("job");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <JobPage />;
}
