import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { ResetPassword } from "@/features/account/components/reset-password";

export const generateMetadata = titled("resetPassword");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <ResetPassword />;
}
