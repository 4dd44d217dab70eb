import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { ReviewCarePage } from "@/features/peer-review/components/care/care-page";

export const generateMetadata = titled("reviewCare");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <ReviewCarePage />;
}
