"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { DefaultValues, FieldValues } from "react-hook-form";
import { z } from "zod";
import { SETTINGS, type SettingKey, type SettingValues } from "@/lib/settings";
import { api, type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { useFormDraft, useZodForm } from "@/ui/forms";
import { notify, offerUndo } from "@/ui/toast";
import { useFresh } from "@/ui/use-fresh";

export type Setting = RouterOutputs["admin"]["settings"]["list"]["data"][number];

/**
 * The form of one setting: what is saved counts at once everywhere, and can be taken back for a moment. It is kept on the device while it is
 * not saved, and never saved over somebody else's without being asked.
 */
export function useSetting<Key extends SettingKey>(key: Key, setting: Setting) {
  type Value = SettingValues[Key];
  /** With the version that was seen: what somebody else does meanwhile must not be overwritten unseen. */
  type Fields = Value & FieldValues & { version: number };
  const t = useTranslations("admin.settings");
  const common = useTranslations("common");
  const showError = useErrorToast();
  const utils = trpc.useUtils();
  const schema = SETTINGS[key].safeExtend({ version: z.int() }) as unknown as z.ZodType<Fields, Fields>;
  const toForm = ({ value, version }: Pick<Setting, "value" | "version">) => ({ ...(value as Value), version }) as Fields;
  const form = useZodForm<Fields>(schema, toForm(setting) as DefaultValues<Fields>, { stays: true });
  const { reset, formState } = form;
  const [overtaken, setOvertaken] = useState(false);
  useFormDraft(form, `setting.${key}`);
  // What was changed elsewhere shows, unless something is being changed here.
  useFresh(setting, () => formState.isDirty || reset(toForm(setting)));

  const renew = () =>
    Promise.all([utils.admin.settings.invalidate(), utils.admin.service.invalidate(), utils.subscription.plans.invalidate()]);
  const takeBack = async (before: unknown, saved: number) => {
    try {
      const { data } = await api.admin.settings.save.mutate({ key, value: before, version: saved });
      form.overtake(toForm(data));
      notify("success", t("undone"));
    } catch (error) {
      showError(error);
      throw error;
    } finally {
      await renew();
    }
  };
  const keep = async ({ version, ...value }: Fields) => {
    try {
      const { data } = await api.admin.settings.save.mutate({ key, value, version });
      setOvertaken(false);
      form.settle(toForm(data));
      offerUndo(common("saved"), t("undo"), () => takeBack(data.before, data.version));
    } catch (error) {
      const refusal = toApiError(error);
      if (refusal.code !== "conflict") return form.showRefusal(refusal, common("offlineKept"));
      setOvertaken(true);
    }
    await renew();
  };
  const saveOver = form.handleSubmit((values) => keep({ ...values, version: setting.version }));
  return {
    form,
    submit: form.handleSubmit(keep),
    editing: {
      problem: form.problem,
      busy: formState.isSubmitting,
      dirty: formState.isDirty,
      overtaken,
      saveOver: () => void saveOver(),
      discard: () => {
        setOvertaken(false);
        reset(toForm(setting));
      },
    },
  };
}
