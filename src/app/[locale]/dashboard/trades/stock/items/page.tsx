import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { ItemsPage } from "@/features/trades/stock/components/items-page";

export const generateMetadata = titled("stockItems");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <ItemsPage />;
}
