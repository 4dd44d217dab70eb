import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { AccountSettings } from "@/features/account/components/settings/account-settings";

export const generateMetadata = titled("settings");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <AccountSettings />;
}
