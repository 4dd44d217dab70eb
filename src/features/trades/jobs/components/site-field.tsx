"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { SelectField } from "@/ui/field";
import type { Workspace } from "../../components/workspace-frame";

interface SiteFieldProps {
  workspace: Workspace;
  customer: string;
  label: string;
  /** What is said where none is chosen. */
  none: string;
  value: string | null;
  onChange: (uid: string | null) => void;
  error: string | undefined;
}

/** Where something is to be done: one of the places of a customer. */
export function SiteField({ workspace, customer, label, none, value, onChange, error }: SiteFieldProps) {
  const common = useTranslations("common");
  const format = useFormat();
  const query = trpc.trades.customers.view.useQuery({ workspaceId: workspace.uid, uid: customer });
  if (isMissing(query)) return <LoadFailed query={query} />;
  return (
    <SelectField
      label={label}
      error={error}
      disabled={query.isPending}
      value={value ?? ""}
      onChange={({ target }) => onChange(target.value || null)}
    >
      <option value="">{isComing(query) ? common("loading") : none}</option>
      {query.data?.data.sites.map(({ uid, name, address }) => (
        <option key={uid} value={uid}>
          {format.joined([name, (address ?? "").replaceAll("\n", ", ")])}
        </option>
      ))}
    </SelectField>
  );
}
