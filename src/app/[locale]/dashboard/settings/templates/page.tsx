import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { TemplateSettings } from "@/features/trades/templates/components/template-settings";

export const generateMetadata = titled("templates");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <TemplateSettings />;
}
