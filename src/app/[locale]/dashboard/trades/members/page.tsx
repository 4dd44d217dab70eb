import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { MembersPage } from "@/features/trades/members/components/members-page";

export const generateMetadata = titled("workspaceMembers");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <MembersPage />;
}
