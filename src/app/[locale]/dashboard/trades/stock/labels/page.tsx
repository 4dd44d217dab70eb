import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { LabelsPage } from "@/features/trades/slabs/components/labels-page";

export const generateMetadata = titled("slabLabels");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <LabelsPage />;
}
