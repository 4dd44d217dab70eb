import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { MentorshipDetail } from "@/features/learning/components/video-detail";

export const generateMetadata = titled("mentorshipVideo");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <MentorshipDetail />;
}
