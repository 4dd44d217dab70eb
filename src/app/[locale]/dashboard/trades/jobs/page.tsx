import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { JobsPage } from "@/features/trades/jobs/components/jobs-page";

export const generateMetadata = titled("jobs");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <JobsPage />;
}
