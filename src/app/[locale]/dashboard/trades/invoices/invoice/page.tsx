import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { InvoicePage } from "@/features/trades/invoices/components/invoice-page";

export const generateMetadata = titled("invoice");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <InvoicePage />;
}
