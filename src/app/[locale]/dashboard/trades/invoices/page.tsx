import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { InvoicesPage } from "@/features/trades/invoices/components/invoices-page";

export const generateMetadata = titled("invoices");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <InvoicesPage />;
}
