import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { GuestConversation } from "@/features/support/contact/components/guest-conversation";

export const generateMetadata = titled("guestConversation");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <GuestConversation />;
}
