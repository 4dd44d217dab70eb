import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { ConsoleHome } from "@/features/admin/home/components/console-home";

export const generateMetadata = titled("console");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <ConsoleHome />;
}
