"use client";

import { useTranslations } from "next-intl";
import { z } from "zod";
import { lineField } from "@/lib/fields";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";

const NAME_MAX = 40;
const viewName = z.object({ name: lineField(NAME_MAX).pipe(z.string().min(1)) });

/** What a view of a table shall be called. */
export function NameDialog({ onClose, onName }: { onClose: () => void; onName: (name: string) => void }) {
  const t = useTranslations("ui.table");
  const common = useTranslations("common");
  const { register, errorOf, handleSubmit } = useZodForm(viewName, { name: "" });
  const submit = handleSubmit(({ name }) => {
    onName(name);
    onClose();
  });
  return (
    <Dialog open onClose={onClose} title={t("saveView")}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label={t("viewName")}
          help={t("viewHelp")}
          maxLength={NAME_MAX}
          autoComplete="off"
          data-autofocus
          error={errorOf("name")}
          {...register("name")}
        />
        <DialogActions onCancel={onClose} type="submit">
          {common("save")}
        </DialogActions>
      </form>
    </Dialog>
  );
}
