import { Landing } from "@/app/shell/landing";
import { MainFooter, MainHeader } from "@/app/shell/main-header";
import { type PageProps, staticLocale } from "@/app/static-page";

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return (
    <>
      <MainHeader />
      <main className="page-width px-4 py-8 sm:px-6 lg:py-14">
        <Landing />
      </main>
      <MainFooter />
    </>
  );
}
