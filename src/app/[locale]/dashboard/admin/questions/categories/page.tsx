import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { CategoryList } from "@/features/practice/categories/components/category-list";

export const generateMetadata = titled("editCategories");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <CategoryList />;
}
