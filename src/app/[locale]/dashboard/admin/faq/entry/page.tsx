import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { EntryEditor } from "@/features/support/faq/components/admin/entry-editor";

export const generateMetadata = titled("editFaq");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <EntryEditor />;
}
