import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { HomeReviews } from "@/features/peer-review/components/home-reviews";
import { Home } from "@/features/practice/components/home";

export const generateMetadata = titled("home");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <Home reviews={<HomeReviews />} />;
}
