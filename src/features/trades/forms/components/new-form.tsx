"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FORM_STARTERS, type FormStarter } from "@/lib/enums/trades-forms";
import { trpc } from "@/trpc/client";
import { useErrorMessage } from "@/trpc/use-error";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { SelectField, TextField } from "@/ui/field";
import { useRouter } from "@/ui/use-router";
import type { Workspace } from "../../components/workspace-frame";
import { formHref } from "../../hrefs";
import { FORM } from "../rules";
import { useStarters } from "./starters";

/** What a new form is called, and what it begins from. */
export function NewForm({ workspace, onClose }: { workspace: Workspace; onClose: () => void }) {
  const t = useTranslations("trades.forms");
  const errorMessage = useErrorMessage();
  const validation = useTranslations("validation");
  const router = useRouter();
  const utils = trpc.useUtils();
  const starterOf = useStarters();
  const [starter, setStarter] = useState<FormStarter | "">("");
  const [name, setName] = useState("");
  const [missing, setMissing] = useState(false);
  const save = trpc.trades.forms.save.useMutation({
    onSuccess: async ({ data }) => {
      await utils.trades.forms.invalidate();
      router.push(formHref(workspace.uid, data.uid));
    },
  });
  return (
    <Dialog open onClose={onClose} title={t("new")}>
      <form
        noValidate
        className="grid gap-5 text-ink"
        onSubmit={(event) => {
          event.preventDefault();
          const made = starter ? starterOf(starter) : { name: "", fields: [] };
          const called = name.trim() || made.name;
          setMissing(called === "");
          if (called !== "") save.mutate({ workspaceId: workspace.uid, ...made, name: called });
        }}
      >
        <SelectField label={t("beginFrom")} value={starter} onChange={({ target }) => setStarter(target.value as FormStarter | "")}>
          <option value="">{t("nothing")}</option>
          {FORM_STARTERS.map((one) => (
            <option key={one} value={one}>
              {t(`starters.names.${one}`)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t("name")}
          dir="auto"
          autoComplete="off"
          maxLength={FORM.name}
          placeholder={starter ? t(`starters.names.${starter}`) : undefined}
          error={missing ? validation("required") : undefined}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        {save.error ? <Alert tone="danger">{errorMessage(save.error)}</Alert> : null}
        <DialogActions onCancel={onClose} type="submit" busy={save.isPending}>
          {t("begin")}
        </DialogActions>
      </form>
    </Dialog>
  );
}
