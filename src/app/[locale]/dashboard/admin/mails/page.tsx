import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { KeptMails } from "@/features/admin/components/kept-mails";

export const generateMetadata = titled("mails");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <KeptMails />;
}
