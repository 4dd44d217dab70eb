import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { UniversityEditor } from "@/features/learning/components/editing/university-editor";

export const generateMetadata = titled("editUniversity");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <UniversityEditor />;
}
