import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { SchedulerSettings } from "@/features/trades/resources/components/scheduler-settings";

export const generateMetadata = titled("scheduler");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <SchedulerSettings />;
}
