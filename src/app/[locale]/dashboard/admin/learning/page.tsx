import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { FileMenu } from "@/features/admin/imports/components/file-menu";
import { ContentArea } from "@/features/learning/components/editing/content-area";

export const generateMetadata = titled("content");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <ContentArea videoFiles={<FileMenu kind="videos" />} universityFiles={<FileMenu kind="universities" />} />;
}
