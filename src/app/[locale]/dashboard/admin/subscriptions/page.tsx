import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { SubscriptionsAdmin } from "@/features/subscription/components/admin/subscriptions-admin";

export const generateMetadata = titled("subscriptionsAdmin");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <SubscriptionsAdmin />;
}
