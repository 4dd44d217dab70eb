"use client";

import dynamic from "next/dynamic";
import { useViewing } from "@/ui/viewing-tab";

// Not `later`: without it there shall be no page.
const ViewingBar = dynamic(() => import("./viewing-bar").then(({ ViewingBar: Bar }) => Bar), { ssr: false });

/** Stands once, at the root: whoever looks at somebody else's account cannot overlook that they do. Nobody else loads it. */
export function ViewingFrame() {
  return useViewing() ? <ViewingBar /> : null;
}
