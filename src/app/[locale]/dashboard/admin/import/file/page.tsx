import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { ImportPage } from "@/features/admin/imports/components/import-page";

export const generateMetadata = titled("bankFile");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <ImportPage />;
}
