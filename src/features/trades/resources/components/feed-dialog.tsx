"use client";

import { ClipboardDocumentIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { useErrorMessage } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { copyText } from "@/ui/copy-text";
import { Dialog } from "@/ui/dialog";
import type { Workspace } from "../../components/workspace-frame";
import { manages } from "../../rules";
import type { Resource } from "./resource-list";

/** The address at which a calendar reads what somebody is booked for. */
export function FeedDialog({ workspace, resource, onClose }: { workspace: Workspace; resource: Resource; onClose: () => void }) {
  const t = useTranslations("trades.scheduler");
  const common = useTranslations("common");
  const errorMessage = useErrorMessage();
  const utils = trpc.useUtils();
  const settled = { onSuccess: () => utils.trades.resources.list.invalidate() };
  const open = trpc.trades.resources.openFeed.useMutation(settled);
  const end = trpc.trades.resources.endFeed.useMutation(settled);
  const about = { workspaceId: workspace.uid, uid: resource.uid };
  // What was refused before counts no more.
  const ask = (what: typeof open | typeof end) => {
    open.reset();
    end.reset();
    what.mutate(about);
  };
  const address = resource.feed ?? null;
  const refused = open.error ?? end.error;
  const copy = () => copyText(address ?? "", common("copied"), common("notCopied"));
  return (
    <Dialog open onClose={onClose} title={t("feedOf", { name: resource.name })}>
      <div className="grid gap-4">
        <p>{t("feedText")}</p>
        {address ? (
          <>
            <p dir="ltr" className="rounded-box bg-sunken p-3 font-mono text-sm break-all text-ink">
              {address}
            </p>
            <Button look="outline" icon={<ClipboardDocumentIcon className="size-5" />} onClick={() => void copy()}>
              {common("copy")}
            </Button>
          </>
        ) : (
          <p>{t("feedNone")}</p>
        )}
        {refused ? <Alert tone="danger">{errorMessage(refused)}</Alert> : null}
        {manages(workspace.role) ? (
          <div className="flex flex-wrap gap-3">
            <Button look={address ? "outline" : "primary"} busy={open.isPending} onClick={() => ask(open)}>
              {t(address ? "feedRenew" : "feedMake")}
            </Button>
            {address ? (
              <Button look="danger" busy={end.isPending} onClick={() => ask(end)}>
                {t("feedEnd")}
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
    </Dialog>
  );
}
