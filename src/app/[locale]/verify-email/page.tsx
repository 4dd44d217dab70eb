import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { VerifyEmail } from "@/features/account/components/verify-email";

export const generateMetadata = titled("verifyEmail");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <VerifyEmail />;
}
