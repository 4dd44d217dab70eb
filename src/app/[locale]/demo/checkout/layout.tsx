import type { ReactNode } from "react";
import { PublicFrame } from "@/app/shell/public-frame";
import { SignedInOnly } from "@/features/account/components/guards";

/** A page of its own, as the one that it stands in for. */
export default function Layout({ children }: { children: ReactNode }) {
  return (
    <SignedInOnly>
      <PublicFrame>{children}</PublicFrame>
    </SignedInOnly>
  );
}
