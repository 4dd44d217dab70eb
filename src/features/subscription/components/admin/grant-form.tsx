"use client";

import { useTranslations } from "next-intl";
import { toApiError, trpc } from "@/trpc/client";
import { Button } from "@/ui/button";
import { Alert, Card } from "@/ui/card";
import { SelectField, TextArea, TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import { GRANT_DAYS, type GrantInput, grantInput } from "../../admin/schema";
import { PAID_PLANS } from "../../rules";

/** A plan for a while, free of charge, with the reason that the log keeps. */
export function GrantForm({ user }: { user: string }) {
  const t = useTranslations("subscription");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const form = useZodForm<GrantInput>(grantInput, { user, plan: "plus", days: 30, reason: "" });
  const grant = trpc.subscription.admin.grant.useMutation();
  const submit = form.handleSubmit(async (values) => {
    try {
      await grant.mutateAsync(values);
      form.reset();
      notify("success", t("admin.granted", { plan: t(`plans.${values.plan}`) }));
      await utils.subscription.invalidate();
    } catch (error) {
      form.showRefusal(toApiError(error), common("offline"));
    }
  });
  return (
    <Card className="p-5 sm:p-8">
      <h2 className="text-lg font-semibold">{t("admin.grantTitle")}</h2>
      <form noValidate className="mt-4 grid gap-5" onSubmit={submit}>
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField label={t("admin.plan")} error={form.errorOf("plan")} {...form.register("plan")}>
            {PAID_PLANS.map((plan) => (
              <option key={plan} value={plan}>
                {t(`plans.${plan}`)}
              </option>
            ))}
          </SelectField>
          <TextField
            type="number"
            min={GRANT_DAYS.minimum}
            max={GRANT_DAYS.maximum}
            label={t("admin.days")}
            error={form.errorOf("days")}
            {...form.register("days", { valueAsNumber: true })}
          />
        </div>
        <TextArea
          label={t("admin.reason")}
          help={t("admin.reasonHelp")}
          rows={2}
          error={form.errorOf("reason")}
          {...form.register("reason")}
        />
        <Button type="submit" className="justify-self-start" busy={form.formState.isSubmitting}>
          {t("admin.grant")}
        </Button>
      </form>
    </Card>
  );
}
