import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { CustomersPage } from "@/features/trades/customers/components/customers-page";

export const generateMetadata = titled("customers");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <CustomersPage />;
}
