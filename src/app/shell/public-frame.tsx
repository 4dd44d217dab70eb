import type { ReactNode } from "react";
import { MainFooter, MainHeader } from "./main-header";

/** The frame of public pages that hold text or one thing to look at. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <MainHeader />
      <main className="mx-auto w-full max-w-3xl grow px-4 py-8 sm:px-6 lg:py-12">{children}</main>
      <MainFooter />
    </div>
  );
}
