import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { WorkspaceList } from "@/features/trades/workspace/components/workspace-list";

export const generateMetadata = titled("trades");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <WorkspaceList />;
}
