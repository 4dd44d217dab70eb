"use client";

import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { useAsked } from "@/trpc/use-error";
import { ConfirmDelete } from "@/ui/editing/confirm-delete";
import { notify } from "@/ui/toast";
import type { EntryBriefDto } from "../dto";
import { removeBegun } from "../hooks/begun-store";

interface DiscardEntryProps {
  workspaceId: string;
  entry: Pick<EntryBriefDto, "uid" | "form" | "state" | "job" | "version">;
  /** The latest version for whoever fills it in here: their own form goes on being saved behind the question. */
  own?: () => number;
  onDone?: () => void;
  /** Whether it was begun on this device and is not with the server yet. */
  begun?: boolean;
}

/** Throws away what was begun, or handed in by mistake. */
export function DiscardEntry({ workspaceId, entry: { uid, form, state, job, version }, own, onDone, begun = false }: DiscardEntryProps) {
  const t = useTranslations("trades.entries");
  const editing = useTranslations("editing.delete");
  const table = useTranslations("ui.table");
  const asked = useAsked();
  const utils = trpc.useUtils();
  const discard = trpc.trades.entries.discard.useMutation({
    onSuccess: async () => {
      notify("success", editing("done"));
      onDone?.();
      await utils.trades.invalidate();
    },
    onError: () => void utils.trades.entries.invalidate(),
  });
  const discardHere = async () => {
    try {
      await removeBegun(uid);
    } catch (error) {
      console.error(error);
      return notify("error", table("failed"));
    }
    notify("success", editing("done"));
    onDone?.();
  };
  return (
    <ConfirmDelete
      name={form.name}
      text={t(state === "draft" ? "discardText" : job ? "discardHandedIn" : "discardShops")}
      version={version}
      onDelete={(seen) => (begun ? void discardHere() : discard.mutate({ workspaceId, uid, version: own?.() ?? seen }))}
      {...asked(discard)}
    />
  );
}
