import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { PlansPage } from "@/features/trades/cut-plans/components/plans-page";

export const generateMetadata = titled("cutPlans");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <PlansPage />;
}
