import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { NotificationsPage } from "@/features/account/notifications/components/notifications-page";

export const generateMetadata = titled("notifications");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <NotificationsPage />;
}
