"use client";

import type { ReactNode } from "react";
import type { Area } from "@/lib/enums/service";
import { useIsClosed } from "../hooks/use-service";

interface InAreaProps {
  area: Area;
  children: ReactNode;
  /** What stands there while the area is closed. */
  otherwise?: ReactNode;
}

/** A part of a page that belongs to an area: nothing of it is asked for while that is closed, nor before it is known. */
export function InArea({ area, children, otherwise = null }: InAreaProps) {
  const closed = useIsClosed(area);
  if (closed === undefined) return null;
  return closed ? otherwise : children;
}
