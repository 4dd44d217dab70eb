import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { OwnOnly } from "@/features/account/viewings/components/own-only";
import { HomeReviews } from "@/features/peer-review/components/home-reviews";
import { Home } from "@/features/practice/components/home";
import { ClosedHome } from "@/features/service/components/closed-home";
import { InArea } from "@/features/service/components/in-area";

export const generateMetadata = titled("home");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  const reviews = (
    <InArea area="peerReview">
      <OwnOnly>
        <HomeReviews />
      </OwnOnly>
    </InArea>
  );
  return (
    <InArea area="practice" otherwise={<ClosedHome>{reviews}</ClosedHome>}>
      <Home reviews={reviews} />
    </InArea>
  );
}
