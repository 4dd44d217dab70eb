"use client";

import dynamic from "next/dynamic";
import { useViewing } from "@/ui/viewing-tab";

const ViewingBar = dynamic(() => import("./viewing-bar").then(({ ViewingBar: Bar }) => Bar), { ssr: false });

/** Stands once, at the root: whoever looks at somebody else's account cannot overlook that they do. Nobody else loads it. */
export function ViewingFrame() {
  return useViewing() ? <ViewingBar /> : null;
}
