import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { CompareTakes } from "@/features/practice/takes/components/compare-takes";

export const generateMetadata = titled("compareTakes");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <CompareTakes />;
}
