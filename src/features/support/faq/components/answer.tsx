"use client";

import Link from "next/link";
import Markdown, { type Components } from "react-markdown";

const ELEMENTS = ["p", "ul", "ol", "li", "strong", "em", "a", "code"];

const LINK = "font-medium text-primary-text underline underline-offset-4";

/** Links lead to pages of this app only: what leads elsewhere stays text. */
const components: Components = {
  a: ({ href = "", children }) => {
    if (!/^\/(?![/\\])/.test(href)) return children;
    // Followed by the browser itself, one to another question on this page opens it.
    if (href.includes("#"))
      return (
        <a href={href} className={LINK}>
          {children}
        </a>
      );
    return (
      <Link href={href} className={LINK}>
        {children}
      </Link>
    );
  },
};

/** An answer's Markdown: paragraphs, lists, bold words and links. Anything else in it is shown as its words. */
export function Answer({ text }: { text: string }) {
  return (
    <div className="grid max-w-prose gap-3 [&_li]:ps-1 [&_ol]:grid [&_ol]:list-decimal [&_ol]:gap-1.5 [&_ol]:ps-6 [&_strong]:font-semibold [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-1.5 [&_ul]:ps-6">
      <Markdown allowedElements={ELEMENTS} unwrapDisallowed components={components}>
        {text}
      </Markdown>
    </div>
  );
}
