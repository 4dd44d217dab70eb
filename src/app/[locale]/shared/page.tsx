import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { SharedAnswer } from "@/features/practice/components/shared-answer";

export const generateMetadata = titled("shared");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <SharedAnswer />;
}
