"use client";

import { useState } from "react";
import type { ImportFormat, ImportKind } from "@/lib/enums/imports";
import { api } from "@/trpc/client";
import { PIECE_BYTES } from "../schema";

/** Bytes as base64, a few at a time: a call takes only so many arguments. */
function base64(bytes: Uint8Array): string {
  let letters = "";
  for (let at = 0; at < bytes.length; at += 8192) letters += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(letters);
}

/** Sends a file in pieces. @returns how to, and the share of it that is there; null while nothing is under way */
export function useSendFile() {
  const [share, setShare] = useState<number | null>(null);
  const send = async (kind: ImportKind, file: File, format: ImportFormat): Promise<string> => {
    setShare(0);
    try {
      const { data } = await api.admin.imports.begin.mutate({ kind, name: file.name.slice(-200), format, size: file.size });
      for (let start = 0; start < file.size; ) {
        const bytes = new Uint8Array(await file.slice(start, start + PIECE_BYTES).arrayBuffer());
        const taken = await api.admin.imports.piece.mutate({ uid: data.uid, start, content: base64(bytes) });
        start = taken.data.received;
        setShare(start / file.size);
      }
      return data.uid;
    } finally {
      setShare(null);
    }
  };
  return { send, share };
}
