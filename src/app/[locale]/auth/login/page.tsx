import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { LoginPage } from "@/features/account/components/login-page";

export const generateMetadata = titled("login");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <LoginPage />;
}
