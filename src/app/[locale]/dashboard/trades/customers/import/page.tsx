import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { CustomerFilesPage } from "@/features/trades/customer-files/components/customer-files-page";

export const generateMetadata = titled("customerFiles");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <CustomerFilesPage />;
}
