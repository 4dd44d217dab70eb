import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { CategoryTable } from "@/features/practice/categories/components/category-table";

export const generateMetadata = titled("editCategories");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <CategoryTable />;
}
