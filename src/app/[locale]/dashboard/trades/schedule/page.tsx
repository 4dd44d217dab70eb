import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { SchedulePage } from "@/features/trades/schedule/components/schedule-page";

export const generateMetadata = titled("schedule");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <SchedulePage />;
}
