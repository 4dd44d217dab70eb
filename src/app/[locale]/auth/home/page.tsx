import { Landing } from "@/app/shell/landing";
import { type PageProps, staticLocale, titled } from "@/app/static-page";

export const generateMetadata = titled("welcome");

/** The logged-out home. */
export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <Landing />;
}
