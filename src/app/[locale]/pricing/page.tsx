import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { Pricing } from "@/features/subscription/components/pricing";

export const generateMetadata = titled("pricing");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <Pricing />;
}
