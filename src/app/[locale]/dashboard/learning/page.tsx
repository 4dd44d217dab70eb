import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { LearningArea } from "@/features/learning/components/learning-area";

export const generateMetadata = titled("learning");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <LearningArea />;
}
