import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { WorkspaceSettings } from "@/features/trades/workspace/components/workspace-settings";

export const generateMetadata = titled("workspaceSettings");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <WorkspaceSettings />;
}
