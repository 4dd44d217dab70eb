import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { DemoCheckout } from "@/features/subscription/components/demo-checkout";

export const generateMetadata = titled("demoCheckout");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <DemoCheckout />;
}
