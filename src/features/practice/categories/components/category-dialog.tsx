"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { EMPTY_TEXT } from "@/lib/translations";
import { api, toApiError, trpc } from "@/trpc/client";
import { NamingDialog } from "@/ui/editing/naming-dialog";
import { useFormDraft, useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import { CATEGORY, type CategoryInput, categoryInput } from "../schema";
import type { EditedCategory } from "./category-table";

const toForm = (category: EditedCategory | null): CategoryInput =>
  category
    ? { uid: category.uid, version: category.version, name: category.name, description: category.description }
    : { name: EMPTY_TEXT, description: EMPTY_TEXT };

interface CategoryDialogProps {
  category: EditedCategory | null;
  /** The same as it is by now. */
  fresh: EditedCategory | null;
  onClose: () => void;
}

/** A category's name and what is said of it, in every language. */
export function CategoryDialog({ category, fresh, onClose }: CategoryDialogProps) {
  const t = useTranslations("practice.categories");
  const common = useTranslations("common");
  const { practice } = trpc.useUtils();
  const form = useZodForm<CategoryInput>(categoryInput, toForm(category));
  const [overtaken, setOvertaken] = useState(false);
  useFormDraft(form, `bank.category.${category?.uid ?? "new"}`);
  const save = async (values: CategoryInput) => {
    try {
      await api.practice.editedCategories.save.mutate(values);
      form.reset();
      notify("success", common("saved"));
      await practice.invalidate();
      onClose();
    } catch (error) {
      const refusal = toApiError(error);
      setOvertaken(refusal.code === "conflict");
      if (refusal.code === "conflict") await practice.editedCategories.invalidate();
      else form.showRefusal(refusal, common("offlineKept"));
    }
  };
  return (
    <NamingDialog
      form={form}
      title={t(category ? "editTitle" : "new")}
      lead={t("everyLanguage")}
      max={CATEGORY}
      overtaken={overtaken}
      onSave={save}
      onSaveOver={(values) => save({ ...values, version: fresh?.version })}
      onClose={onClose}
    />
  );
}
