"use client";

import { useState } from "react";
import { saveFile } from "@/ui/save-file";
import { useErrorToast } from "./use-error";

type SavedFile = Parameters<typeof saveFile>[0];

/**
 * Asks for a file and hands it to the browser to be saved; why there is none is told in a toast.
 * @returns how to ask, whether one is on its way, and which
 */
export function useSaveFile<Which = void>(ask: (which: Which) => Promise<SavedFile>) {
  const showError = useErrorToast();
  const [saving, setSaving] = useState<{ which: Which }>();
  const save = async (which: Which) => {
    setSaving({ which });
    try {
      saveFile(await ask(which));
    } catch (error) {
      showError(error);
    } finally {
      setSaving(undefined);
    }
  };
  return { save, busy: saving !== undefined, saving: saving?.which };
}
