"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { Ref } from "react";
import { trpc } from "@/trpc/client";
import { isMissing, useWhyNothing } from "@/trpc/load-failed";
import { ComboField } from "@/ui/combo-field";
import { useTypedSearch } from "@/ui/use-typed-search";
import type { Workspace } from "../../components/workspace-frame";

interface CustomerFieldProps {
  workspace: Workspace;
  value: string;
  onChange: (uid: string) => void;
  error: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
}

/** Whom a job is for: found by name, number or address. */
export function CustomerField({ workspace, value, onChange, error, inputRef }: CustomerFieldProps) {
  const t = useTranslations("trades.jobs");
  const customers = useTranslations("trades.customers");
  const whyNothing = useWhyNothing();
  const [search, onType] = useTypedSearch();
  const workspaceId = workspace.uid;
  const list = trpc.trades.customers.list.useQuery({ workspaceId, ...(search ? { search } : {}) }, { placeholderData: keepPreviousData });
  const chosen = trpc.trades.customers.view.useQuery({ workspaceId, uid: value }, { enabled: value !== "" });
  const rows = list.data?.data ?? [];
  const textOf = (uid: string | null) =>
    uid ? ((chosen.data?.data.uid === uid ? chosen.data.data.name : rows.find((row) => row.uid === uid)?.name) ?? "") : "";
  return (
    <ComboField
      label={t("customer")}
      placeholder={customers("search")}
      value={value || null}
      options={rows.map(({ uid, name, address }) => ({ value: uid, text: name, detail: address.replaceAll("\n", ", ") }))}
      textOf={textOf}
      onChange={(uid) => uid && onChange(uid)}
      onType={onType}
      onFocus={() => isMissing(list) && void list.refetch()}
      openLabel={t("openCustomers")}
      nothing={whyNothing(list, search ? customers("nothing", { search }) : customers("none"))}
      error={error}
      inputRef={inputRef}
    />
  );
}
