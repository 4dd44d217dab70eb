import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { SlabsPage } from "@/features/trades/slabs/components/slabs-page";

export const generateMetadata = titled("stock");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <SlabsPage />;
}
