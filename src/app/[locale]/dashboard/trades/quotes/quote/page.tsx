import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { QuotePage } from "@/features/trades/quotes/components/quote-page";

export const generateMetadata = titled("quote");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <QuotePage />;
}
