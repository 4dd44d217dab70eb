import type { ReactNode } from "react";
import { MainHeader } from "@/app/shell/main-header";
import { GuestOnly } from "@/features/account/components/guards";

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <GuestOnly>
      <MainHeader />
      <main className="page-width px-4 py-8 sm:px-6 lg:py-14">{children}</main>
    </GuestOnly>
  );
}
