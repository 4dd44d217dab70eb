"use client";

import { FingerPrintIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { api, toApiError, trpc } from "@/trpc/client";
import { useErrorMessage } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { useZodForm } from "@/ui/forms";
import { useLogout } from "../hooks/use-logout";
import { canUsePasskeys, PasskeyCancelled, proveByPasskey } from "../hooks/use-passkey";
import { useProofAsked } from "../hooks/with-proof";
import { reauthenticateInput } from "../schema";
import { CodeField, PasswordField } from "./fields";
import { CardWaits } from "./settings/settings-card";

/** Asks who is there before what could shut somebody out of their account; stands once, around the dashboard. */
export function ProofDialog() {
  const t = useTranslations("account.reauth");
  const asked = useProofAsked((state) => state.asked);
  // Nobody is asked where nothing asks: what was begun is over, and its button free.
  useEffect(() => () => useProofAsked.getState().asked?.decline(), []);
  return (
    <Dialog open={asked !== null} onClose={() => asked?.decline()} title={t("title")}>
      {asked ? <Proof accept={asked.accept} /> : null}
    </Dialog>
  );
}

function Proof({ accept }: { accept: () => void }) {
  const t = useTranslations("account.reauth");
  const errorMessage = useErrorMessage();
  const logOut = useLogout({ comesBack: true });
  const security = trpc.account.factors.get.useQuery();
  const [passkeyProblem, setPasskeyProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  if (!security.data) return <CardWaits query={security} />;
  const { hasPassword, totp, passkeys } = security.data.data;
  const withPasskey = passkeys.length > 0 && canUsePasskeys();

  const byPasskey = async () => {
    setBusy(true);
    setPasskeyProblem(undefined);
    try {
      await proveByPasskey();
      accept();
    } catch (error) {
      if (!(error instanceof PasskeyCancelled)) setPasskeyProblem(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="grid gap-5 text-ink">
      <p className="text-ink-soft">{t(hasPassword || withPasskey ? "lead" : "loginAgain")}</p>
      {passkeyProblem ? <Alert tone="danger">{passkeyProblem}</Alert> : null}
      {hasPassword ? <PasswordProof needsCode={totp || passkeys.length > 0} accept={accept} /> : null}
      {withPasskey ? (
        <Button look="outline" icon={<FingerPrintIcon className="size-5" />} busy={busy} onClick={byPasskey}>
          {t("passkey")}
        </Button>
      ) : null}
      {hasPassword || withPasskey ? null : <Button onClick={logOut}>{t("logOut")}</Button>}
    </div>
  );
}

function PasswordProof({ needsCode, accept }: { needsCode: boolean; accept: () => void }) {
  const t = useTranslations("account.reauth");
  const auth = useTranslations("auth");
  const common = useTranslations("common");
  const form = useZodForm(reauthenticateInput, needsCode ? { password: "", code: "" } : { password: "" });
  const { setFocus } = form;
  useEffect(() => setFocus("password"), [setFocus]);
  const submit = form.handleSubmit(async (values) => {
    try {
      await api.account.reauthenticate.mutate(values);
      accept();
    } catch (error) {
      form.showRefusal(toApiError(error), common("offline"));
    }
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
      <PasswordField
        label={auth("password")}
        error={form.errorOf("password")}
        autoComplete="current-password"
        {...form.register("password")}
      />
      {needsCode ? <CodeField error={form.errorOf("code")} {...form.register("code")} /> : null}
      <Button type="submit" busy={form.formState.isSubmitting}>
        {t("submit")}
      </Button>
    </form>
  );
}
