import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { BackToInvitation } from "@/features/trades/invites/components/back-to-invitation";

export const generateMetadata = titled("invitation");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <BackToInvitation />;
}
