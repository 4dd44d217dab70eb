import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { MaterialsPage } from "@/features/trades/materials/components/materials-page";

export const generateMetadata = titled("materials");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <MaterialsPage />;
}
