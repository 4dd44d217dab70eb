"use client";

import { useTranslations } from "next-intl";
import { api, toApiError, trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Alert, Badge } from "@/ui/card";
import { useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import { ProofDeclined, withProof } from "../../hooks/with-proof";
import { changeEmailInput } from "../../schema";
import { EmailField } from "../fields";
import { SettingsCard } from "./settings-card";

export function EmailCard({ email, confirmed, pending }: { email: string; confirmed: boolean; pending: string | null }) {
  const t = useTranslations("account.email");
  const common = useTranslations("common");
  const showError = useErrorToast();
  const utils = trpc.useUtils();
  const form = useZodForm(changeEmailInput, { email: "" });
  const cancel = trpc.account.links.cancelEmailChange.useMutation({
    onError: showError,
    // It may have been done though nobody heard so.
    onSettled: () => utils.account.profile.invalidate(),
  });
  const submit = form.handleSubmit(async (values) => {
    try {
      await withProof(() => api.account.links.changeEmail.mutate(values));
      form.reset();
      notify("success", t("sent", values));
      await utils.account.profile.invalidate();
    } catch (error) {
      if (!(error instanceof ProofDeclined)) form.showRefusal(toApiError(error), common("offline"));
    }
  });
  return (
    <SettingsCard
      stacked
      title={t("title")}
      lead={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 break-words">{t("current", { email })}</span>
          <Badge tone={confirmed ? "success" : "warning"}>{t(confirmed ? "confirmed" : "unconfirmed")}</Badge>
        </span>
      }
    >
      {pending ? (
        <Alert tone="info">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 break-words">{t("pending", { email: pending })}</p>
            <Button size="sm" look="outline" busy={cancel.isPending} onClick={() => cancel.mutate()}>
              {t("cancelChange")}
            </Button>
          </div>
        </Alert>
      ) : null}
      <form noValidate className="grid gap-5" onSubmit={submit}>
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        <EmailField label={t("new")} error={form.errorOf("email")} {...form.register("email")} />
        <Button type="submit" look="outline" className="justify-self-start" busy={form.formState.isSubmitting}>
          {t("change")}
        </Button>
      </form>
    </SettingsCard>
  );
}
