"use client";

import clsx from "clsx";
import { lazyPart } from "@/ui/lazy-part";
import { LoadingList } from "@/ui/spinner";
import type { ViewerProps } from "./viewer";

/** As high as a page of the dashboard allows. */
const BOX = "h-[calc(100dvh-var(--spacing-header)-3rem)] min-h-100 lg:h-[calc(100dvh-var(--spacing-header-dashboard)-5rem)]";

// Only pages that show a document carry pdf.js.
const Viewer = lazyPart(() => import("./viewer").then((part) => part.Viewer), { waiting: Waiting });

function Waiting() {
  return (
    <div className={clsx("grid place-content-center", BOX)}>
      <LoadingList />
    </div>
  );
}

/** Shows a PDF: its pages, its text for searching and for screen readers, and the file itself to save. */
export function PdfViewer({ className = BOX, ...props }: Omit<ViewerProps, "className"> & { className?: string }) {
  return <Viewer className={className} {...props} />;
}
