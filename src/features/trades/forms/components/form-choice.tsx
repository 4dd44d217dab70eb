"use client";

import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { SelectField } from "@/ui/field";
import type { Workspace } from "../../components/workspace-frame";

interface FormChoiceProps {
  workspace: Workspace;
  value: string | null;
  /** What is asked for now; it may have been laid aside meanwhile. */
  known: { uid: string; name: string } | null;
  error: string | undefined;
  onChange: (uid: string | null) => void;
}

/** What has to be filled in before a task is done. Nothing shows as long as the shop has no forms. */
export function FormChoice({ workspace, value, known, error, onChange }: FormChoiceProps) {
  const t = useTranslations("trades.forms");
  const query = trpc.trades.forms.open.useQuery({ workspaceId: workspace.uid });
  const open = query.data?.data.forms ?? [];
  const all = known && !open.some(({ uid }) => uid === known.uid) ? [...open, known] : open;
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (all.length === 0) return null;
  return (
    <SelectField
      label={t("beforeDone")}
      value={value ?? ""}
      error={error}
      onChange={({ target }) => onChange(target.value === "" ? null : target.value)}
    >
      <option value="">{t("noForm")}</option>
      {all.map(({ uid, name }) => (
        <option key={uid} value={uid}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
