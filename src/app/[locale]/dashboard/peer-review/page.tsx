import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { PeerReviewPage } from "@/features/peer-review/components/peer-review-page";

export const generateMetadata = titled("peerReview");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <PeerReviewPage />;
}
