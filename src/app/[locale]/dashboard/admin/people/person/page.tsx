import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { PersonPage } from "@/features/admin/people/components/person-page";

export const generateMetadata = titled("person");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <PersonPage />;
}
