import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { ForgotPassword } from "@/features/account/components/forgot-password";

export const generateMetadata = titled("forgotPassword");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <ForgotPassword />;
}
