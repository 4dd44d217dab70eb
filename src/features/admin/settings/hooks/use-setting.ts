"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { DefaultValues, FieldValues } from "react-hook-form";
import type { z } from "zod";
import { SETTINGS, type SettingKey, type SettingValues } from "@/lib/settings";
import { api, type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { useZodForm } from "@/ui/forms";
import { notify, offerUndo } from "@/ui/toast";
import { useFresh } from "@/ui/use-fresh";

export type Setting = RouterOutputs["admin"]["settings"]["list"]["data"][number];

/** The form of one setting: what is saved counts at once everywhere, and can be taken back for a moment. */
export function useSetting<Key extends SettingKey>(key: Key, setting: Setting) {
  const t = useTranslations("admin.settings");
  const common = useTranslations("common");
  const showError = useErrorToast();
  const utils = trpc.useUtils();
  const value = setting.value as SettingValues[Key] & FieldValues;
  const schema = SETTINGS[key] as unknown as z.ZodType<typeof value, typeof value>;
  const form = useZodForm(schema, value as DefaultValues<typeof value>);
  const { reset, formState } = form;
  // As it was seen: what somebody else does meanwhile must not be overwritten unseen.
  const [version, setVersion] = useState(setting.version);
  const discard = () => {
    reset(value);
    setVersion(setting.version);
  };
  // What was changed elsewhere shows, unless something is being changed here.
  useFresh(setting, () => formState.isDirty || discard());

  const renew = () =>
    Promise.all([utils.admin.settings.invalidate(), utils.admin.service.invalidate(), utils.subscription.plans.invalidate()]);
  const takeBack = async (before: unknown, saved: number) => {
    try {
      const { data } = await api.admin.settings.save.mutate({ key, value: before, version: saved });
      reset(data.value as typeof value);
      setVersion(data.version);
      notify("success", t("undone"));
    } catch (error) {
      showError(error);
      throw error;
    } finally {
      await renew();
    }
  };
  const submit = form.handleSubmit(async (values) => {
    try {
      const { data } = await api.admin.settings.save.mutate({ key, value: values, version });
      form.settle(values);
      setVersion(data.version);
      offerUndo(common("saved"), t("undo"), () => takeBack(data.before, data.version));
    } catch (error) {
      form.showRefusal(toApiError(error), common("offline"));
    }
    await renew();
  });
  return { form, submit, discard };
}
