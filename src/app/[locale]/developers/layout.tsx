import type { ReactNode } from "react";
import { PublicFrame } from "@/app/shell/public-frame";

export default function Layout({ children }: { children: ReactNode }) {
  return <PublicFrame wide>{children}</PublicFrame>;
}
