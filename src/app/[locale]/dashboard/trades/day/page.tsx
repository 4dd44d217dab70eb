import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { DayPage } from "@/features/trades/tasks/components/day-page";

export const generateMetadata = titled("myDay");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <DayPage />;
}
