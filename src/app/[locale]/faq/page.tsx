import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { PublicFaq } from "@/features/support/faq/components/faq-page";

export const generateMetadata = titled("faq");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <PublicFaq />;
}
