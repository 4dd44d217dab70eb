import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { NewWorkspace } from "@/features/trades/workspace/components/new-workspace";

export const generateMetadata = titled("workspaceNew");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <NewWorkspace />;
}
