import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { StandardTasks } from "@/features/trades/standards/components/standard-tasks";

export const generateMetadata = titled("tasksList");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <StandardTasks />;
}
