import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { SubscriptionPage } from "@/features/subscription/components/subscription-page";

export const generateMetadata = titled("subscription");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <SubscriptionPage />;
}
