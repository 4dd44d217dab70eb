"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { Provider } from "@/lib/enums/account";
import { api, TRANSIENT, toApiError, trpc } from "@/trpc/client";
import { Button } from "@/ui/button";
import { notify } from "@/ui/toast";
import { useRouter } from "@/ui/use-router";
import { endThirdPartySession, leaveFor, returningFrom } from "../../hooks/third-party";
import { ProofDeclined, withProof } from "../../hooks/with-proof";
import { settingsHref } from "../../hrefs";
import type { Security } from "./security-section";
import { SettingsCard } from "./settings-card";

const HERE = settingsHref("security");

/** Services that may open the account; nothing shows where the operator set none up. */
export function ThirdPartiesCard({ thirdParties }: { thirdParties: Security["thirdParties"] }) {
  const t = useTranslations("account.thirdParties");
  const auth = useTranslations("auth.thirdParty");
  const common = useTranslations("common");
  const router = useRouter();
  const utils = trpc.useUtils();
  const [busy, setBusy] = useState<Provider>();

  /** Whose proof still waits in a cookie, because nobody answered to it. */
  const [waiting, setWaiting] = useState<Provider>();

  /** @returns whether nobody answered */
  const change = async (provider: Provider, act: () => Promise<unknown>, done: string) => {
    setBusy(provider);
    try {
      await withProof(act);
      notify("success", done);
      await utils.account.factors.invalidate();
    } catch (error) {
      if (error instanceof ProofDeclined) return false;
      const { code, message = common("offline") } = toApiError(error);
      notify("error", message);
      // It may have been done all the same.
      void utils.account.factors.invalidate();
      return TRANSIENT.includes(code);
    } finally {
      setBusy(undefined);
    }
    return false;
  };
  const link = async (provider: Provider, name: string) => {
    const unanswered = await change(provider, () => api.account.thirdParty.link.mutate({ provider }), auth("linked", { name }));
    setWaiting(unanswered ? provider : undefined);
    if (!unanswered) await endThirdPartySession();
  };
  const unlink = (provider: Provider, name: string) => {
    setWaiting(undefined);
    return change(provider, () => api.account.thirdParty.unlink.mutate({ provider }), t("unlinked", { name }));
  };
  const leave = (provider: Provider) => leaveFor(provider, HERE).catch(() => notify("error", common("offline")));

  // Back from a service that is to be linked: its proof waits in a cookie.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    const provider = returningFrom(window.location.search);
    const name = thirdParties.find((entry) => entry.provider === provider)?.name;
    if (!provider || !name) return;
    router.replace(HERE);
    void link(provider, name);
  }, []);

  if (thirdParties.length === 0) return null;
  return (
    <SettingsCard stacked title={t("title")} lead={t("lead")}>
      <ul className="divide-y divide-line">
        {thirdParties.map(({ provider, name, linked, email }) => (
          <li key={provider} className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
            <div className="min-w-0">
              <p className="font-semibold">{name}</p>
              {linked ? <p className="text-sm break-words text-ink-soft">{email ? t("linkedAs", { email }) : t("linked")}</p> : null}
            </div>
            {linked ? (
              <Button size="sm" look="outline" busy={busy === provider} onClick={() => unlink(provider, name)}>
                {t("unlink")}
              </Button>
            ) : (
              <Button
                size="sm"
                look="outline"
                busy={busy === provider}
                onClick={() => (waiting === provider ? link(provider, name) : leave(provider))}
              >
                {t("link")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </SettingsCard>
  );
}
