"use client";

import { useQuery } from "@tanstack/react-query";
import type { ApiDocument } from "./document";

/** The name under which the document is kept among what the server has told. */
export const DOCUMENT = "openapi";

/** The same document that machines get. It stays as it is until another release. */
export const useDocument = () =>
  useQuery({
    queryKey: [DOCUMENT],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<ApiDocument> => {
      const answer = await fetch("/api/openapi.json");
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.json();
    },
  });
