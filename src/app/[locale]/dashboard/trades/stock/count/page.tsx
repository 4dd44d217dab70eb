import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { CountPage } from "@/features/trades/counts/components/count-page";

export const generateMetadata = titled("stockCount");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <CountPage />;
}
