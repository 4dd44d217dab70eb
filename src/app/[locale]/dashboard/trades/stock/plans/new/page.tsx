import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { PlanNewPage } from "@/features/trades/cut-plans/components/plan-new-page";

export const generateMetadata = titled("cutPlanNew");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <PlanNewPage />;
}
