import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { FileMenu } from "@/features/admin/imports/components/file-menu";
import { CategoryTable } from "@/features/practice/categories/components/category-table";

export const generateMetadata = titled("editCategories");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <CategoryTable files={<FileMenu kind="categories" />} />;
}
