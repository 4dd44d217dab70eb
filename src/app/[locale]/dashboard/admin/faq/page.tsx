import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { FileMenu } from "@/features/admin/imports/components/file-menu";
import { EntryTable } from "@/features/support/faq/components/admin/entry-table";

export const generateMetadata = titled("faqAdmin");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <EntryTable files={<FileMenu kind="faq" />} />;
}
