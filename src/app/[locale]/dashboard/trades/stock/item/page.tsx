import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { ItemPage } from "@/features/trades/stock/components/item-page";

export const generateMetadata = titled("stockItem");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <ItemPage />;
}
