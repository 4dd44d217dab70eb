import { ApiReference } from "@/app/shell/api-reference/reference";
import { type PageProps, staticLocale, titled } from "@/app/static-page";

export const generateMetadata = titled("developers");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <ApiReference />;
}
