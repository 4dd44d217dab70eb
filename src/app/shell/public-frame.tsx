import clsx from "clsx";
import type { ReactNode } from "react";
import { MainFooter, MainHeader } from "./main-header";

/** The frame of public pages that hold text or one thing to look at. */
export function PublicFrame({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <MainHeader />
      <main className={clsx("mx-auto w-full grow px-4 py-8 sm:px-6 lg:py-12", wide ? "page-width" : "max-w-3xl")}>{children}</main>
      <MainFooter />
    </div>
  );
}
