"use client";

import { create } from "zustand";

/** How an upload of this device stands. */
export interface UploadStatus {
  /** 0 to 1. */
  progress: number;
  /** What keeps it from going on; it is tried again by itself unless `final`. */
  problem?: { message: string | undefined; final: boolean };
}

/** Uploads by take; only what runs or waits in this browser. */
export const useUploads = create<Record<string, UploadStatus>>()(() => ({}));

export const setUpload = (uid: string, status: UploadStatus): void => useUploads.setState({ [uid]: status });

export const clearUpload = (uid: string): void =>
  useUploads.setState((uploads) => Object.fromEntries(Object.entries(uploads).filter(([key]) => key !== uid)), true);
