"use client";

import { useRouter as useProgressRouter } from "@bprogress/next/app";

/** Next's router with the progress bar: code that navigates shows it as links do. */
export const useRouter = () => useProgressRouter();
