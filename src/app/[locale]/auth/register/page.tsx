import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { RegisterForm } from "@/features/account/components/register-form";
import { RegistrationGate } from "@/features/service/components/registration-gate";

export const generateMetadata = titled("register");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return (
    <RegistrationGate>
      <RegisterForm />
    </RegistrationGate>
  );
}
