"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useFormat } from "@/i18n/use-format";
import { api, type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Button } from "@/ui/button";
import { Alert, Card } from "@/ui/card";
import { Checkbox, Checkboxes } from "@/ui/checkboxes";
import { SelectField } from "@/ui/field";
import { useFormDraft, useZodForm } from "@/ui/forms";
import { LoadingList } from "@/ui/spinner";
import { notify } from "@/ui/toast";
import { MINUTES_PER_DAY, NEW_PER_DAY, planSettingsForm } from "../schema";

type Settings = RouterOutputs["practice"]["plan"]["settings"]["data"];
type Categories = RouterOutputs["practice"]["categories"]["data"];

const MINUTES_STEP = 5;
const steps = ({ min, max }: { min: number; max: number }, by = 1) =>
  Array.from({ length: (max - min) / by + 1 }, (_, at) => min + at * by);

/** What the plan is set to. */
export function PlanSettings() {
  const settings = trpc.practice.plan.settings.useQuery();
  const categories = trpc.practice.categories.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const failed = [settings, categories].find((query) => isMissing(query));
  if (failed) return <LoadFailed query={failed} />;
  if (!settings.data || !categories.data) return <LoadingList />;
  return <SettingsForm settings={settings.data.data} categories={categories.data.data} />;
}

const toForm = ({ categoryIds, ...rest }: Settings) => ({ ...rest, categoryIds: categoryIds ?? [] });

function SettingsForm({ settings, categories }: { settings: Settings; categories: Categories }) {
  const t = useTranslations("practice.plan.settings");
  const common = useTranslations("common");
  const format = useFormat();
  const utils = trpc.useUtils();
  const form = useZodForm(planSettingsForm, toForm(settings), { stays: true });
  const { reset, formState } = form;
  const { isDirty } = formState;
  useFormDraft(form, "practice.plan");
  // What changed elsewhere shows, except in fields that somebody has changed here.
  useEffect(() => reset(toForm(settings), { keepDirty: true, keepDirtyValues: true }), [settings, reset]);

  const submit = form.handleSubmit(async ({ categoryIds, ...values }) => {
    try {
      const saved = await api.practice.plan.saveSettings.mutate({ ...values, categoryIds: categoryIds.length > 0 ? categoryIds : null });
      utils.practice.plan.settings.setData(undefined, saved);
      form.settle(toForm(saved.data));
      notify("success", common("saved"));
      await utils.practice.plan.invalidate();
    } catch (error) {
      form.showRefusal(toApiError(error), common("offline"));
    }
  });

  return (
    <Card className="p-5 sm:p-8">
      <form noValidate className="grid gap-6" onSubmit={submit}>
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            label={t("minutes")}
            help={t("minutesHelp")}
            error={form.errorOf("minutesPerDay")}
            {...form.register("minutesPerDay", { valueAsNumber: true })}
          >
            {steps(MINUTES_PER_DAY, MINUTES_STEP).map((minutes) => (
              <option key={minutes} value={minutes}>
                {format.minutes(minutes)}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t("fresh")}
            help={t("freshHelp")}
            error={form.errorOf("newPerDay")}
            {...form.register("newPerDay", { valueAsNumber: true })}
          >
            {steps(NEW_PER_DAY).map((count) => (
              <option key={count} value={count}>
                {format.number(count)}
              </option>
            ))}
          </SelectField>
        </div>
        <Checkboxes label={t("categories")} help={t("categoriesHelp")}>
          {categories.map(({ uid, name }) => (
            <Checkbox key={uid} label={name} value={uid} {...form.register("categoryIds")} />
          ))}
        </Checkboxes>
        <Checkbox label={t("showStreak")} {...form.register("showStreak")} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={formState.isSubmitting}>
            {common("save")}
          </Button>
          {isDirty ? (
            <Button look="outline" onClick={() => reset(toForm(settings))}>
              {common("discard")}
            </Button>
          ) : null}
        </div>
      </form>
    </Card>
  );
}
