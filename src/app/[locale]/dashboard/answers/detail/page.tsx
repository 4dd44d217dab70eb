import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { AnswerShares } from "@/features/forum/sharing/components/answer-shares";
import { AnswerReviews } from "@/features/peer-review/components/answer-reviews";
import { AnswerDetail } from "@/features/practice/components/answer-detail";

export const generateMetadata = titled("answer");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <AnswerDetail shares={<AnswerShares />} reviews={<AnswerReviews />} />;
}
