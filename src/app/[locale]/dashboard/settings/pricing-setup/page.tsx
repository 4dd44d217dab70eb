import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { PricingSetup } from "@/features/trades/pricing/components/pricing-setup";

export const generateMetadata = titled("pricingSetup");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <PricingSetup />;
}
