import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { Invitation } from "@/features/trades/invites/components/invitation";

export const generateMetadata = titled("invitation");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <Invitation />;
}
