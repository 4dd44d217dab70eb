import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { PlansPage } from "@/features/admin/plans/components/plans-page";

export const generateMetadata = titled("plans");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <PlansPage />;
}
