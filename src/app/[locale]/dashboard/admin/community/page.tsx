import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { CarePage } from "@/features/forum/moderation/components/care-page";

export const generateMetadata = titled("communityCare");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <CarePage />;
}
