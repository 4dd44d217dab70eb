import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { EntryPage } from "@/features/trades/entries/components/entry-page";

export const generateMetadata = titled("tradesForms");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <EntryPage />;
}
