import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { SlabPage } from "@/features/trades/slabs/components/slab-page";

export const generateMetadata = titled("slab");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <SlabPage />;
}
