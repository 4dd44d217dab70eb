import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { AdoptPage } from "@/features/forum/proposals/components/adopt-page";

export const generateMetadata = titled("adoptQuestion");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <AdoptPage />;
}
