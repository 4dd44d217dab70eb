import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { EntriesPage } from "@/features/trades/entries/components/entries-page";

export const generateMetadata = titled("tradesForms");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <EntriesPage />;
}
