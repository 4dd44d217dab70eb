import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { PracticeSession } from "@/features/practice/components/practice-session";

export const generateMetadata = titled("practice");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <PracticeSession />;
}
