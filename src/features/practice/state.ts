"use client";

import { create } from "zustand";
import type { ApiError } from "@/trpc/client";

/** How an upload of this page stands. */
export interface UploadStatus {
  /** 0 to 1. */
  progress: number;
  /** A try is under way, of which nothing has arrived yet. */
  trying?: true;
  /** The server confirmed that it has the file. */
  stored?: true;
  /** What keeps it from going on; it is tried again by itself unless `final`. `missing`: the device has lost the file. */
  problem?: { code: ApiError["code"] | "missing"; message?: string | undefined; final: boolean };
}

/** Uploads by take, as far as this page knows of them. */
export const useUploads = create<Record<string, UploadStatus>>()(() => ({}));

export const setUpload = (uid: string, status: UploadStatus): void => useUploads.setState({ [uid]: status });
