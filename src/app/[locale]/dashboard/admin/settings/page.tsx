import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { SettingsPage } from "@/features/admin/settings/components/settings-page";

export const generateMetadata = titled("serviceSettings");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <SettingsPage />;
}
