import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { PlanPage } from "@/features/trades/cut-plans/components/plan-page";

export const generateMetadata = titled("cutPlan");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <PlanPage />;
}
