"use client";

import { trpc } from "@/trpc/client";
import type { Workspace } from "../../components/workspace-frame";
import type { Invoice } from "../components/invoice-page";

/** Shows an invoice as the server gave it back, and lets all that hangs on it be asked for anew. */
export function useTakeInvoice(workspace: Workspace) {
  const utils = trpc.useUtils();
  return async (invoice: Invoice): Promise<void> => {
    utils.trades.invoices.view.setData({ workspaceId: workspace.uid, uid: invoice.uid }, { data: invoice });
    await utils.trades.invalidate();
  };
}
