import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { AuditPage } from "@/features/admin/audit/components/audit-page";

export const generateMetadata = titled("audit");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <AuditPage />;
}
