import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { OperationsPage } from "@/features/admin/operations/components/operations-page";

export const generateMetadata = titled("operations");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <OperationsPage />;
}
