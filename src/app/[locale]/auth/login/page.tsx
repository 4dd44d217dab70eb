import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { LoginForm } from "@/features/account/components/auth-forms";

export const generateMetadata = titled("login");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <LoginForm />;
}
