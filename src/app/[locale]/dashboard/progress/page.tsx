import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { ProgressPage } from "@/features/practice/progress/components/progress-page";

export const generateMetadata = titled("progress");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <ProgressPage />;
}
