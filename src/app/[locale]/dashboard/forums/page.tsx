import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { CommunityPage } from "@/features/forum/components/community-page";

export const generateMetadata = titled("community");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <CommunityPage />;
}
