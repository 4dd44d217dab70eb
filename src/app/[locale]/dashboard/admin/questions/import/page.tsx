import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { ImportList } from "@/features/practice/imports/components/import-list";

export const generateMetadata = titled("bankFiles");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <ImportList />;
}
