"use client";

import type { ReactNode } from "react";
import { useAddress } from "@/ui/use-address";
import { PARTS } from "../../editing/hrefs";
import { DocumentsForAll } from "./documents-editor";
import { UniversityTable } from "./university-table";
import { VideoTable } from "./video-table";

/**
 * What the learning area holds, for those who look after it; which part shows stands in the address.
 * @param videoFiles their ways into files and out of them  @param universityFiles the same of universities
 */
export function ContentArea({ videoFiles, universityFiles }: { videoFiles: ReactNode; universityFiles: ReactNode }) {
  const { params } = useAddress();
  const part = PARTS.find((name) => name === params.get("tab")) ?? PARTS[0];
  if (part === "universities") return <UniversityTable files={universityFiles} />;
  return part === "videos" ? <VideoTable files={videoFiles} /> : <DocumentsForAll />;
}
