import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { MarginsPage } from "@/features/trades/costs/components/margins-page";

export const generateMetadata = titled("margins");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <MarginsPage />;
}
