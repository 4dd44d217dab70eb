import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { EntryTable } from "@/features/support/faq/components/admin/entry-table";

export const generateMetadata = titled("faqAdmin");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <EntryTable />;
}
