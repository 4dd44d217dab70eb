"use client";

import { useRef, useState } from "react";
import type { ImportFormat, ImportKind } from "@/lib/enums/imports";
import { inBackground } from "@/trpc/call-context";
import { api, RETRYABLE, TRANSIENT, toApiError } from "@/trpc/client";
import { sender } from "@/trpc/token";
import { PIECE_BYTES } from "../schema";

/** Bytes as base64, a few at a time: a call takes only so many arguments. */
function base64(bytes: Uint8Array): string {
  let letters = "";
  for (let at = 0; at < bytes.length; at += 8192) letters += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(letters);
}

/** How long to wait before each further try, in milliseconds. */
const AGAIN_MS = [1000, 3000, 10_000, 30_000];

/**
 * Asks once more, a few times, where no answer came or the server cannot take it now; without a network at once no more.
 * @throws what the last try did
 */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (const pause of AGAIN_MS) {
    try {
      return await ask();
    } catch (error) {
      const { code, retryAfter = 0 } = toApiError(error);
      if (!TRANSIENT.includes(code) || !navigator.onLine) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.max(pause, retryAfter * 1000)));
    }
  }
  return ask();
}

/**
 * Sends a file in pieces: each goes on from what the server has, also where the answer to one was lost, and where the same file is sent once
 * more after it was given up. @returns how to, and the share of it that is there; null while nothing is under way
 */
export function useSendFile() {
  const [share, setShare] = useState<number | null>(null);
  const begun = useRef<{ file: File; uid: string } | null>(null);
  const send = async (kind: ImportKind, file: File, format: ImportFormat): Promise<string> => {
    setShare(0);
    const mine = inBackground(sender() ?? "");
    try {
      if (begun.current?.file !== file) {
        const whole = { kind, name: file.name.slice(-200), format, size: file.size };
        const { data } = await patiently(() => api.admin.imports.begin.mutate(whole, mine));
        begun.current = { file, uid: data.uid };
      }
      const { uid } = begun.current;
      for (let start = 0; start < file.size; ) {
        const bytes = new Uint8Array(await file.slice(start, start + PIECE_BYTES).arrayBuffer());
        const piece = { uid, start, content: base64(bytes) };
        const taken = await patiently(() => api.admin.imports.piece.mutate(piece, mine));
        start = taken.data.received;
        setShare(start / file.size);
      }
      return uid;
    } catch (error) {
      // What can go on does; the rest begins anew.
      if (!RETRYABLE.includes(toApiError(error).code)) begun.current = null;
      throw error;
    } finally {
      setShare(null);
    }
  };
  return { send, share };
}
