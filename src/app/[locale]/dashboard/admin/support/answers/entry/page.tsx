import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { ReplyEditor } from "@/features/support/canned/components/reply-editor";

export const generateMetadata = titled("editReadyAnswer");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <ReplyEditor />;
}
