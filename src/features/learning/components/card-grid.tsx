import Link from "next/link";
import type { ReactNode } from "react";
import { Card } from "@/ui/card";

/** One, two or three cards in a row. */
export function CardGrid({ children }: { children: ReactNode }) {
  return <ul className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">{children}</ul>;
}

/** A card that is one link: its heading reaches over all of it, so that it is read as its name only, and any click opens it. */
export function LinkCard({ href, title, picture, children }: { href: string; title: string; picture: ReactNode; children?: ReactNode }) {
  return (
    <li className="grid">
      <Card className="relative flex flex-col overflow-hidden transition-colors hover:border-primary has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-primary-text">
        {picture}
        <div className="flex grow flex-col gap-2 p-4 sm:p-5">
          <h3 className="font-semibold">
            <Link href={href} className="outline-none after:absolute after:inset-0">
              {title}
            </Link>
          </h3>
          {children}
        </div>
      </Card>
    </li>
  );
}
