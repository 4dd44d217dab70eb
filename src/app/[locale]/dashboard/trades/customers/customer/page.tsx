import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { CustomerPage } from "@/features/trades/customers/components/customer-page";

export const generateMetadata = titled("customer");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <CustomerPage />;
}
