import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { AnnouncementTable } from "@/features/admin/announcements/components/announcement-table";

export const generateMetadata = titled("announcements");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <AnnouncementTable />;
}
