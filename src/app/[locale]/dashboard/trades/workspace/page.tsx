import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { WorkspaceHome } from "@/features/trades/workspace/components/workspace-home";

export const generateMetadata = titled("workspace");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <WorkspaceHome />;
}
