import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { PeoplePage } from "@/features/admin/people/components/people-page";

export const generateMetadata = titled("people");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <PeoplePage />;
}
