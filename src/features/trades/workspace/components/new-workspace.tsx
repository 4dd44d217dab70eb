"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useLanguage } from "@/i18n/use-language";
import { api, toApiError, trpc } from "@/trpc/client";
import { BackLink } from "@/ui/back-link";
import { Button } from "@/ui/button";
import { Alert, Card } from "@/ui/card";
import { useFormDraft, useZodForm } from "@/ui/forms";
import { browserZone } from "@/ui/time-zones";
import { useRouter } from "@/ui/use-router";
import { TRADES, workspaceHref } from "../../hrefs";
import { type WorkspaceFields as Values, workspaceFields } from "../schema";
import { WorkspaceFields } from "./workspace-fields";

/** Until somebody chooses another one. */
const FIRST_CURRENCY = "USD";

export function NewWorkspace() {
  const t = useTranslations("trades");
  const common = useTranslations("common");
  const language = useLanguage();
  const router = useRouter();
  const utils = trpc.useUtils();
  const form = useZodForm<Values>(workspaceFields, {
    name: "",
    timeZone: "",
    currency: FIRST_CURRENCY,
    language,
    taxMode: "group",
  });
  const { setValue, getValues } = form;
  useFormDraft(form, "trades.workspace.new");
  // Known in the browser only.
  useEffect(() => {
    if (!getValues("timeZone")) setValue("timeZone", browserZone() ?? "");
  }, [getValues, setValue]);

  const submit = form.handleSubmit(async (values) => {
    try {
      const { data } = await api.trades.workspace.create.mutate(values);
      form.reset();
      await utils.trades.workspace.list.invalidate();
      router.replace(workspaceHref(data.uid));
    } catch (error) {
      form.showRefusal(toApiError(error), common("offlineKept"));
    }
  });

  return (
    <>
      <BackLink href={TRADES} text={t("all")} />
      <h1 className="text-2xl font-bold lg:text-[1.75rem]">{t("new")}</h1>
      <p className="mt-1.5 mb-6 text-ink-soft">{t("form.lead")}</p>
      <Card className="max-w-3xl p-5 sm:p-6">
        <form noValidate className="grid gap-6" onSubmit={submit}>
          {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
          <WorkspaceFields form={form} />
          <Button type="submit" className="justify-self-start" busy={form.formState.isSubmitting}>
            {t("form.create")}
          </Button>
        </form>
      </Card>
    </>
  );
}
