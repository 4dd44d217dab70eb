"use client";

import { useAddress } from "@/ui/use-address";
import { DocumentsForAll } from "./documents-editor";
import { PARTS } from "./places";
import { UniversityTable } from "./university-table";
import { VideoTable } from "./video-table";

const CONTENTS = { videos: VideoTable, universities: UniversityTable, shared: DocumentsForAll };

/** What the learning area holds, for those who look after it; which part shows stands in the address. */
export function ContentArea() {
  const { params } = useAddress();
  const Content = CONTENTS[PARTS.find((name) => name === params.get("tab")) ?? PARTS[0]];
  return <Content />;
}
