import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { VideoEditor } from "@/features/learning/components/editing/video-editor";

export const generateMetadata = titled("editVideo");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <VideoEditor />;
}
