import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { FileMenu } from "@/features/admin/imports/components/file-menu";
import { BankTable } from "@/features/practice/bank/components/bank-table";

export const generateMetadata = titled("editBank");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <BankTable files={<FileMenu kind="questions" />} />;
}
