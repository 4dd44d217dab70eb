import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { ContactForm } from "@/features/support/contact/components/contact-form";

export const generateMetadata = titled("contact");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <ContactForm />;
}
