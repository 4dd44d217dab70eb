import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { LogPage } from "@/features/forum/log/components/log-page";

export const generateMetadata = titled("communityLog");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <LogPage />;
}
