"use client";

import { ClipboardDocumentIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { api, toApiError } from "@/trpc/client";
import { Button, IconButton } from "@/ui/button";
import { Alert } from "@/ui/card";
import { copyText } from "@/ui/copy-text";
import { Dialog } from "@/ui/dialog";
import { useZodForm } from "@/ui/forms";
import { PartMissing } from "@/ui/lazy-part";
import { ProofDeclined, withProof } from "../../hooks/with-proof";
import { enableTotpInput } from "../../schema";
import { CodeField } from "../fields";

interface Setup {
  secret: string;
  uri: string;
}

/** Links an authenticator app: its secret as a picture and as text, and a first code that shows that it arrived. */
export function TotpSetup({
  setup,
  onClose,
  onDone,
}: {
  setup: Setup | null;
  onClose: () => void;
  onDone: (recoveryCodes: string[]) => void;
}) {
  const t = useTranslations("account.factors");
  return (
    <Dialog open={setup !== null} onClose={onClose} title={t("setUpTitle")}>
      {setup ? <SetupForm setup={setup} onDone={onDone} /> : null}
    </Dialog>
  );
}

function SetupForm({ setup, onDone }: { setup: Setup; onDone: (recoveryCodes: string[]) => void }) {
  const t = useTranslations("account.factors");
  const common = useTranslations("common");
  const form = useZodForm(enableTotpInput, { code: "" });
  const [svg, setSvg] = useState<string | null>("");
  useEffect(() => {
    let shown = true;
    void import("uqr").then(
      ({ renderSVG }) => shown && setSvg(renderSVG(setup.uri, { border: 2 })),
      // The key can still be typed.
      () => shown && setSvg(null),
    );
    return () => {
      shown = false;
    };
  }, [setup.uri]);
  // On the phone that holds the app, the key is copied rather than scanned.
  const copy = () => copyText(setup.secret, common("copied"), common("notCopied"));
  const submit = form.handleSubmit(async (values) => {
    try {
      const { data } = await withProof(() => api.account.factors.enableTotp.mutate(values));
      onDone(data.recoveryCodes);
    } catch (error) {
      if (!(error instanceof ProofDeclined)) form.showRefusal(toApiError(error), common("offline"));
    }
  });
  return (
    <form noValidate className="grid gap-5 text-ink" onSubmit={submit}>
      <p>{t("scan")}</p>
      {/* Dark on white in every mode: cameras read it so. */}
      {svg === null ? (
        <PartMissing />
      ) : (
        <div className="mx-auto size-48 rounded-box sm:size-56 bg-white p-2">
          {svg ? (
            // biome-ignore lint/performance/noImgElement: drawn on this page
            <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={t("qr")} className="size-full" />
          ) : null}
        </div>
      )}
      <div>
        <p className="text-sm text-ink-soft">{t("byHand")}</p>
        <div className="mt-1 flex items-center gap-1 rounded-box bg-sunken ps-3 pe-1">
          <code className="grow py-2 font-mono text-[0.95rem] text-balance rtl:text-end" dir="ltr">
            {setup.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}
          </code>
          <IconButton label={common("copy")} onClick={() => void copy()}>
            <ClipboardDocumentIcon />
          </IconButton>
        </div>
      </div>
      {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
      <CodeField label={t("codeLabel")} help={undefined} inputMode="numeric" error={form.errorOf("code")} {...form.register("code")} />
      <Button type="submit" busy={form.formState.isSubmitting}>
        {t("confirm")}
      </Button>
    </form>
  );
}
