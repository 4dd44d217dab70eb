"use client";

import { ArrowTopRightOnSquareIcon, FingerPrintIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { useErrorMessage } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { notify } from "@/ui/toast";
import { useUntilBack } from "@/ui/use-until-back";
import { leaveToLogIn } from "../hooks/third-party";
import { canUsePasskeys, logInWithPasskey, PasskeyCancelled } from "../hooks/use-passkey";
import { openSession } from "../state";

interface Props {
  passkey?: boolean;
  thirdParties?: boolean;
  /** What is to happen with the token of a passkey's login. */
  onToken?: (accessToken: string) => void | Promise<void>;
}

/** The ways in besides the password: a passkey, where wanted, and the third parties that the operator set up. */
export function OtherWaysIn({ passkey = false, thirdParties = true, onToken = openSession }: Props) {
  const t = useTranslations("auth");
  const common = useTranslations("common");
  const errorMessage = useErrorMessage();
  const options = trpc.account.signInOptions.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const [busy, setBusy] = useUntilBack<string>("");
  const [passkeys, setPasskeys] = useState(false);
  // Asked in the browser only: the page itself is the same document for all.
  useEffect(() => setPasskeys(passkey && canUsePasskeys()), [passkey]);
  const providers = thirdParties ? (options.data?.data.providers ?? []) : [];
  // For some it is the only way in.
  const unknown = thirdParties && isMissing(options);
  if (!passkeys && !unknown && providers.length === 0) return null;

  const byPasskey = async () => {
    setBusy("passkey");
    try {
      await onToken(await logInWithPasskey());
    } catch (error) {
      notify("error", error instanceof PasskeyCancelled ? t("passkeyCancelled") : errorMessage(error));
    } finally {
      setBusy("");
    }
  };

  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-sm text-ink-soft before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        {t("or")}
      </p>
      {passkeys ? (
        <Button look="outline" icon={<FingerPrintIcon className="size-5" />} busy={busy === "passkey"} onClick={byPasskey}>
          {t("withPasskey")}
        </Button>
      ) : null}
      {unknown ? <LoadFailed query={options} /> : null}
      {providers.map(({ provider, name }) => (
        <Button
          key={provider}
          look="outline"
          icon={<ArrowTopRightOnSquareIcon className="size-5 rtl:-scale-x-100" />}
          busy={busy === provider}
          onClick={() => {
            setBusy(provider);
            void leaveToLogIn(provider).catch(() => {
              setBusy("");
              notify("error", common("offline"));
            });
          }}
        >
          {t("withThirdParty", { name })}
        </Button>
      ))}
    </div>
  );
}
