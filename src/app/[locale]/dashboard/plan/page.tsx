import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { PlanPage } from "@/features/practice/plan/components/plan-page";

export const generateMetadata = titled("plan");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <PlanPage />;
}
