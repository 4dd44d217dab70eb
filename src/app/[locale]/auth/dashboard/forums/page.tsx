import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { CommunityPreview } from "@/features/forum/components/community-preview";

export const generateMetadata = titled("community");

/** What visitors may read of the community. */
export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <CommunityPreview />;
}
