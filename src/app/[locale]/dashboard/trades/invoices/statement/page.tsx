import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { StatementPage } from "@/features/trades/invoices/components/statement-page";

export const generateMetadata = titled("statement");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <StatementPage />;
}
