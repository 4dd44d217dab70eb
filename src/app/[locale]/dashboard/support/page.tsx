import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { SupportPage } from "@/features/support/chat/components/support-page";

export const generateMetadata = titled("support");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <SupportPage />;
}
