"use client";

import { ArrowsPointingInIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { useErrorMessage } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { SearchField } from "@/ui/search-field";
import { notify } from "@/ui/toast";
import type { Workspace } from "../../components/workspace-frame";
import type { Customer } from "./customer-page";

type Other = RouterOutputs["trades"]["customers"]["list"]["data"][number];

/** Makes one of two customers who are the same, once it was asked whether those are meant: the one that is looked at stays. */
export function MergeDialog({ workspace, customer }: { workspace: Workspace; customer: Customer }) {
  const t = useTranslations("trades.customers");
  const errorMessage = useErrorMessage();
  const utils = trpc.useUtils();
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState("");
  const [other, setOther] = useState<Other>();
  const [asking, setAsking] = useState(false);
  const workspaceId = workspace.uid;
  const list = trpc.trades.customers.list.useQuery(
    { workspaceId, ...(search ? { search } : {}) },
    { enabled: open, placeholderData: keepPreviousData },
  );
  const shown = isMissing(list) ? undefined : list.data;
  const others = (shown?.data ?? []).filter(({ uid }) => uid !== customer.uid);
  const merge = trpc.trades.customers.merge.useMutation({
    onSuccess: async ({ data }) => {
      utils.trades.customers.view.setData({ workspaceId, uid: data.uid }, { data });
      notify("success", t("merged", { name: other?.name ?? "" }));
      setAsking(false);
      setOpen(false);
      await utils.trades.customers.list.invalidate();
    },
    onError: (error, tried) => {
      setAsking(false);
      // Where one has changed meanwhile, what shows next is how they are now.
      void utils.trades.customers.invalidate();
      if (toApiError(error).code !== "network") return;
      // Where the answer alone was lost the other one is gone, and asking again says that it was done. Nobody waits for that: without a
      // network it comes once there is one.
      utils.trades.customers.view.fetch({ workspaceId, uid: tried.otherUid }).catch((refusal: unknown) => {
        if (toApiError(refusal).code === "notFound") merge.mutate(tried);
      });
    },
  });
  const show = (next: boolean) => {
    merge.reset();
    setSearch("");
    setOpen(next);
  };
  const choose = (one: Other) => {
    setOther(one);
    setAsking(true);
  };
  const go = () => {
    if (!other) return;
    merge.mutate({ workspaceId, uid: customer.uid, version: customer.version, otherUid: other.uid, otherVersion: other.version });
  };
  return (
    <>
      <Button look="outline" icon={<ArrowsPointingInIcon className="size-5" />} onClick={() => show(true)}>
        {t("merge")}
      </Button>
      <Dialog open={open && !asking} onClose={() => show(false)} title={t("merge")}>
        <div className="grid gap-4 text-ink">
          {merge.error ? <Alert tone="danger">{errorMessage(merge.error)}</Alert> : null}
          <SearchField label={t("search")} value={search} onSearch={setSearch} />
          {isMissing(list) ? <LoadFailed query={list} /> : null}
          {shown && others.length === 0 ? (
            <p className="text-ink-soft">{search ? t("nothing", { search }) : t("noOther")}</p>
          ) : (
            <ul className="grid gap-2">
              {others.map((one) => (
                <li key={one.uid}>
                  <Button
                    look="outline"
                    className="w-full flex-col items-start! gap-0! py-2 text-start"
                    aria-label={t("mergeWith", { name: one.name })}
                    busy={merge.isPending && merge.variables.otherUid === one.uid}
                    disabled={merge.isPending}
                    onClick={() => choose(one)}
                  >
                    <bdi className="wrap-anywhere">{one.name}</bdi>
                    {one.address ? (
                      <bdi className="text-sm font-normal text-ink-soft wrap-anywhere">{one.address.replaceAll("\n", ", ")}</bdi>
                    ) : null}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </div>
      </Dialog>
      <Dialog
        open={open && asking}
        onClose={() => setAsking(false)}
        title={t("mergeWith", { name: other?.name ?? "" })}
        footer={
          <DialogActions onCancel={() => setAsking(false)} look="danger" busy={merge.isPending} onClick={go}>
            {t("mergeNow")}
          </DialogActions>
        }
      >
        {other?.address ? <bdi className="mb-3 block text-ink-soft wrap-anywhere">{other.address.replaceAll("\n", ", ")}</bdi> : null}
        <p>{t("mergeText", { other: other?.name ?? "", name: customer.name })}</p>
      </Dialog>
    </>
  );
}
