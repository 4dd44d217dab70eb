import type { ReactNode } from "react";
import { DashboardShell } from "@/app/shell/dashboard-shell";
import { SignedInOnly } from "@/features/account/components/guards";
import { TakeKeeper } from "@/features/practice/components/take-keeper";

export default function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <SignedInOnly>
      <TakeKeeper />
      <DashboardShell>{children}</DashboardShell>
    </SignedInOnly>
  );
}
