import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { UniversityDetail } from "@/features/learning/components/university-detail";

export const generateMetadata = titled("university");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <UniversityDetail />;
}
