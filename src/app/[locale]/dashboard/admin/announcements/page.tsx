import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { AnnouncementList } from "@/features/admin/announcements/components/announcement-list";

export const generateMetadata = titled("announcements");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <AnnouncementList />;
}
