"use client";

import { KeyIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { api, toApiError, trpc } from "@/trpc/client";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import { canUsePasskeys, keepPasskey, type MadePasskey, makePasskey, PasskeyCancelled, PasskeyFailed } from "../../hooks/use-passkey";
import { ProofDeclined, withProof } from "../../hooks/with-proof";
import { passkeyNameInput } from "../../schema";
import type { Security } from "./security-section";

type Passkey = Security["passkeys"][number];
type Act = <T>(name: string, action: () => Promise<T>, done: (result: T) => void) => Promise<void>;
/** Whose name is being typed: a passkey that exists, or one that is to be made. */
type Naming = Passkey | "new" | null;

interface Props {
  passkeys: Passkey[];
  act: Act;
  busy: string;
  onCodes: (codes: string[]) => void;
}

export function PasskeyList({ passkeys, act, busy, onCodes }: Props) {
  const t = useTranslations("account.factors");
  const common = useTranslations("common");
  const format = useFormat();
  const id = useId();
  const adder = useRef<HTMLButtonElement>(null);
  const [naming, setNaming] = useState<Naming>(null);
  // Asked in the browser only: the page itself is the same document for all.
  const [supported, setSupported] = useState(true);
  useEffect(() => setSupported(canUsePasskeys()), []);
  return (
    <div className="grid gap-4 border-t border-line pt-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="font-semibold">{t("passkeys")}</h3>
          <p className="mt-1 text-sm text-ink-soft">{supported ? t("passkeysHelp") : t("unsupported")}</p>
        </div>
        <Button ref={adder} look="outline" size="sm" disabled={!supported} onClick={() => setNaming("new")}>
          {t("addPasskey")}
        </Button>
      </div>
      {passkeys.length === 0 ? <p className="text-sm text-ink-soft">{t("noPasskeys")}</p> : null}
      <ul className="divide-y divide-line empty:hidden">
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
            <div className="flex min-w-0 gap-3">
              <KeyIcon className="mt-0.5 size-5 shrink-0 text-ink-soft" aria-hidden="true" />
              <div className="min-w-0">
                <p id={`${id}-${passkey.id}`} className="font-medium break-words">
                  <bdi>{passkey.name}</bdi>
                </p>
                <p className="flex flex-wrap gap-x-4 text-sm text-ink-soft">
                  <span>{t(passkey.backedUp ? "synced" : "onDevice")}</span>
                  <span>{t("added", { date: format.date(passkey.createdAt) })}</span>
                  <span>{passkey.lastUsedAt ? t("lastUsed", { date: format.date(passkey.lastUsedAt) }) : t("neverUsed")}</span>
                </p>
              </div>
            </div>
            <div className="flex gap-2">
              <Button
                size="sm"
                look="outline"
                id={`${id}-${passkey.id}-rename`}
                aria-labelledby={`${id}-${passkey.id}-rename ${id}-${passkey.id}`}
                onClick={() => setNaming(passkey)}
              >
                {t("rename")}
              </Button>
              <Button
                size="sm"
                look="danger"
                busy={busy === passkey.id}
                aria-label={t("removePasskey", { name: passkey.name })}
                onClick={() =>
                  act(
                    passkey.id,
                    () => api.account.factors.removePasskey.mutate({ id: passkey.id }),
                    () => {
                      notify("success", t("passkeyRemoved"));
                      // This button goes with its passkey.
                      adder.current?.focus();
                    },
                  )
                }
              >
                {common("remove")}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Dialog open={naming !== null} onClose={() => setNaming(null)} title={t(naming === "new" ? "addPasskey" : "rename")}>
        {naming ? <NameForm naming={naming} onCodes={onCodes} onDone={() => setNaming(null)} /> : null}
      </Dialog>
    </div>
  );
}

const nameInput = passkeyNameInput.pick({ name: true });

function NameForm({ naming, onCodes, onDone }: { naming: Passkey | "new"; onCodes: Props["onCodes"]; onDone: () => void }) {
  const t = useTranslations("account.factors");
  const auth = useTranslations("auth");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const form = useZodForm(nameInput, { name: naming === "new" ? "" : naming.name });
  const { setFocus } = form;
  useEffect(() => setFocus("name", { shouldSelect: true }), [setFocus]);
  /** What the device made, until the server has said that it keeps it: a device makes no second one for an account. */
  const made = useRef<MadePasskey>(undefined);
  const submit = form.handleSubmit(async ({ name }) => {
    const add = async () => {
      made.current ??= await makePasskey();
      return keepPasskey(made.current, name);
    };
    try {
      if (naming === "new") onCodes(await withProof(add));
      else await api.account.factors.renamePasskey.mutate({ id: naming.id, name });
      await utils.account.factors.invalidate();
      onDone();
    } catch (error) {
      if (error instanceof ProofDeclined) return;
      if (error instanceof PasskeyCancelled) return notify("info", auth("passkeyCancelled"));
      const refusal = toApiError(error);
      // What the server does not take is made anew.
      if (refusal.code !== "network") made.current = undefined;
      form.showRefusal(refusal, error instanceof PasskeyFailed ? t("passkeyFailed") : common("offline"));
    }
  });
  return (
    <form noValidate className="grid gap-5 text-ink" onSubmit={submit}>
      <TextField
        label={t("passkeyName")}
        help={t("passkeyNameHelp")}
        error={form.errorOf("name") ?? form.problem}
        dir="auto"
        autoComplete="off"
        {...form.register("name")}
      />
      <Button type="submit" busy={form.formState.isSubmitting}>
        {naming === "new" ? t("addPasskey") : common("save")}
      </Button>
    </form>
  );
}
