import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { OfferPage } from "@/features/trades/quote-links/components/offer-page";

export const generateMetadata = titled("offer");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <OfferPage />;
}
