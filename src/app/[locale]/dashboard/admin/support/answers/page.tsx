import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { FileMenu } from "@/features/admin/imports/components/file-menu";
import { ReplyTable } from "@/features/support/canned/components/reply-table";

export const generateMetadata = titled("readyAnswers");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <ReplyTable files={<FileMenu kind="canned" />} />;
}
