import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { VideoLibrary } from "@/features/learning/components/video-library";

export const generateMetadata = titled("library");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <VideoLibrary />;
}
