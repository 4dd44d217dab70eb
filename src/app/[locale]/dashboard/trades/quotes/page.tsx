import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { QuotesPage } from "@/features/trades/quotes/components/quotes-page";

export const generateMetadata = titled("quotes");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <QuotesPage />;
}
