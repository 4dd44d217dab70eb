import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { FormSettings } from "@/features/trades/forms/components/form-settings";

export const generateMetadata = titled("formSettings");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <FormSettings />;
}
