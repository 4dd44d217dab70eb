import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { BackToLink } from "@/features/account/components/back-to-link";

export const generateMetadata = titled("openedLink");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <BackToLink />;
}
