import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { ViewPage } from "@/features/admin/viewings/components/view-page";

export const generateMetadata = titled("viewing");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <ViewPage />;
}
