"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { api, trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Badge } from "@/ui/card";
import { notify } from "@/ui/toast";
import { ProofDeclined, withProof } from "../../hooks/with-proof";
import { PasskeyList } from "./passkey-list";
import { RecoveryCodes } from "./recovery-codes";
import type { Security } from "./security-section";
import { SettingsCard } from "./settings-card";
import { TotpSetup } from "./totp-setup";

export function FactorsCard({ security }: { security: Security }) {
  const t = useTranslations("account.factors");
  const showError = useErrorToast();
  const utils = trpc.useUtils();
  const [setup, setSetup] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<string[]>([]);
  const [busy, setBusy] = useState("");
  const { totp, passkeys, recoveryCodesLeft } = security;

  /** Does what needs a recent proof, and shows what the server says to it. */
  const act = async <T,>(name: string, action: () => Promise<T>, done: (result: T) => void) => {
    setBusy(name);
    try {
      done(await withProof(action));
      await utils.account.factors.invalidate();
    } catch (error) {
      if (error instanceof ProofDeclined) return;
      showError(error);
      // It may have been done all the same.
      void utils.account.factors.invalidate();
    } finally {
      setBusy("");
    }
  };

  return (
    <SettingsCard stacked title={t("title")} lead={t("lead")}>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-2 font-semibold">
            {t("totp")} <Badge tone={totp ? "success" : "neutral"}>{t(totp ? "totpOn" : "totpOff")}</Badge>
          </h3>
          <p className="mt-1 text-sm text-ink-soft">{t("totpHelp")}</p>
        </div>
        {totp ? (
          <Button
            look="danger"
            size="sm"
            busy={busy === "off"}
            onClick={() =>
              act(
                "off",
                () => api.account.factors.disableTotp.mutate(),
                () => notify("success", t("turnedOff")),
              )
            }
          >
            {t("turnOff")}
          </Button>
        ) : (
          <Button
            look="outline"
            size="sm"
            busy={busy === "begin"}
            onClick={() =>
              act(
                "begin",
                () => api.account.factors.beginTotp.mutate(),
                ({ data }) => setSetup(data),
              )
            }
          >
            {t("setUp")}
          </Button>
        )}
      </div>
      <PasskeyList passkeys={passkeys} act={act} busy={busy} onCodes={setCodes} />
      {totp || passkeys.length > 0 ? (
        <div className="flex flex-wrap items-start justify-between gap-3 border-t border-line pt-5">
          <div className="min-w-0">
            <h3 className="flex flex-wrap items-center gap-2 font-semibold">
              {t("codes")}{" "}
              <Badge tone={recoveryCodesLeft > 2 ? "neutral" : "warning"}>{t("codesLeft", { count: recoveryCodesLeft })}</Badge>
            </h3>
            <p className="mt-1 text-sm text-ink-soft">{t("codesHelp")}</p>
          </div>
          <Button
            look="outline"
            size="sm"
            busy={busy === "codes"}
            onClick={() =>
              act(
                "codes",
                () => api.account.factors.renewRecoveryCodes.mutate(),
                ({ data }) => setCodes(data.recoveryCodes),
              )
            }
          >
            {t("renewCodes")}
          </Button>
        </div>
      ) : null}
      <TotpSetup
        setup={setup}
        onClose={() => setSetup(null)}
        onDone={(made) => {
          setSetup(null);
          setCodes(made);
          void utils.account.factors.invalidate();
        }}
      />
      <RecoveryCodes codes={codes} onClose={() => setCodes([])} />
    </SettingsCard>
  );
}
