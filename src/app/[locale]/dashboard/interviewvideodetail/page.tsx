import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { TutorialDetail } from "@/features/learning/components/video-detail";

export const generateMetadata = titled("tutorial");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <TutorialDetail />;
}
