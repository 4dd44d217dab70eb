import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { PricesPage } from "@/features/trades/prices/components/prices-page";

export const generateMetadata = titled("priceVersion");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <PricesPage />;
}
