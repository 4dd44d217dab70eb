"use client";

import { useTranslations } from "next-intl";
import { EMPTY_TEXT } from "@/lib/localized-text";
import { api, toApiError, trpc } from "@/trpc/client";
import { useWrittenForm } from "@/ui/editing/content-form";
import { NamingDialog } from "@/ui/editing/naming-dialog";
import { useZodForm } from "@/ui/forms";
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
  const { practice } = trpc.useUtils();
  const form = useZodForm<CategoryInput>(categoryInput, toForm(category));
  const content = useWrittenForm(form, {
    draft: "bank.category",
    row: fresh ?? category,
    toForm,
    save: async (values) => (await api.practice.editedCategories.save.mutate(values)).data,
    refusalOf: toApiError,
    refresh: () => practice.invalidate(),
    onSaved: onClose,
  });
  return (
    <NamingDialog
      form={form}
      title={t(category ? "editTitle" : "new")}
      lead={t("everyLanguage")}
      max={CATEGORY}
      content={content}
      onClose={onClose}
    />
  );
}
