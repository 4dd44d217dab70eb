import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { AnnouncementEditor } from "@/features/admin/announcements/components/announcement-editor";

export const generateMetadata = titled("announcement");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <AnnouncementEditor />;
}
