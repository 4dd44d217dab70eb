import type { ReactNode } from "react";
import { FactorGate } from "@/features/account/components/factor-gate";

export default function AdminLayout({ children }: { children: ReactNode }) {
  return <FactorGate>{children}</FactorGate>;
}
