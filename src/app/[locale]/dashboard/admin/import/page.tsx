import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { ImportList } from "@/features/admin/imports/components/import-list";

export const generateMetadata = titled("bankFiles");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <ImportList />;
}
