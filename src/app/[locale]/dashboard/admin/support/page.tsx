import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { InboxPage } from "@/features/support/inbox/components/inbox-page";

export const generateMetadata = titled("supportInbox");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <InboxPage />;
}
