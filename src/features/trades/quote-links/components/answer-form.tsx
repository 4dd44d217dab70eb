"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { SignatureField } from "@/features/trades/entries/components/signature-field";
import { lackingOf } from "@/features/trades/entries/rules";
import type { FormAnswer } from "@/lib/form-definitions";
import { toApiError, trpc } from "@/trpc/client";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Section } from "@/ui/editing/parts";
import { TextArea } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import { QUOTE } from "../../quotes/rules";
import { type DeclineFields, declineFields } from "../schema";
import type { OfferData } from "./offer";

interface AnswerFormProps {
  token: string;
  kind: OfferData["kind"];
  /** The options that were chosen, by their places. */
  options: number[];
  /** What is accepted, as its reader writes it. */
  total: string;
  onAnswered: (offer: OfferData) => void;
  /** It cannot be answered any more: it is to be read anew. */
  onStale: () => void;
}

/** Yes with a name and a signature, or no with a reason. */
export function AnswerForm(props: AnswerFormProps) {
  const t = useTranslations("trades.offer");
  const section = useRef<HTMLElement>(null);
  const [declining, setDeclining] = useState<boolean>();
  // What leads to the other way is hidden with its own.
  useEffect(() => {
    if (declining !== undefined) section.current?.focus();
  }, [declining]);
  return (
    <Section
      ref={section}
      title={t(declining ? "declineTitle" : "acceptTitle", { kind: props.kind })}
      lead={t(declining ? "declineLead" : "acceptLead", { total: props.total })}
    >
      {/* What was written or drawn stays while the other way is looked at. */}
      <div hidden={declining}>
        <Accept {...props} onDecline={() => setDeclining(true)} />
      </div>
      <div hidden={!declining}>
        <Decline {...props} onBack={() => setDeclining(false)} />
      </div>
    </Section>
  );
}

function Accept({ token, options, total, onAnswered, onStale, onDecline }: AnswerFormProps & { onDecline: () => void }) {
  const t = useTranslations("trades.offer");
  const common = useTranslations("common");
  const [signature, setSignature] = useState<Extract<FormAnswer, { kind: "signature" }> | null>(null);
  const [tried, setTried] = useState(false);
  const [problem, setProblem] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const accept = trpc.trades.quoteLinks.accept.useMutation();
  const send = async () => {
    const { name = "", strokes = [], confirmed = false } = signature ?? {};
    setProblem(undefined);
    setTried(true);
    if (lackingOf({ name, strokes, confirmed })) {
      requestAnimationFrame(() => box.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
      return;
    }
    try {
      const { data } = await accept.mutateAsync({ token, name, strokes, options });
      onAnswered(data);
    } catch (error) {
      const { code, message } = toApiError(error);
      setProblem(message ?? common("offline"));
      if (code === "quoteClosed") onStale();
    }
  };
  return (
    <div ref={box} className="grid gap-5">
      <SignatureField
        answer={signature ?? undefined}
        onAnswer={setSignature}
        error={tried ? t("unsigned") : undefined}
        autoComplete="name"
      />
      {problem ? <Alert tone="danger">{problem}</Alert> : null}
      <div className="flex flex-wrap gap-3">
        <Button busy={accept.isPending} onClick={() => void send()}>
          {t("accept", { total })}
        </Button>
        <Button look="outline" onClick={onDecline}>
          {t("decline")}
        </Button>
      </div>
    </div>
  );
}

function Decline({ token, onAnswered, onStale, onBack }: AnswerFormProps & { onBack: () => void }) {
  const t = useTranslations("trades.offer");
  const common = useTranslations("common");
  const form = useZodForm<DeclineFields>(declineFields, { reason: "" });
  const decline = trpc.trades.quoteLinks.decline.useMutation();
  const submit = form.handleSubmit(async ({ reason }) => {
    try {
      const { data } = await decline.mutateAsync({ token, reason });
      onAnswered(data);
    } catch (error) {
      const refusal = toApiError(error);
      form.showRefusal(refusal, common("offline"));
      if (refusal.code === "quoteClosed") onStale();
    }
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <TextArea rows={4} label={t("reason")} maxLength={QUOTE.reason} error={form.errorOf("reason")} {...form.register("reason")} />
      {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.formState.isSubmitting}>
          {t("decline")}
        </Button>
        <Button look="outline" onClick={onBack}>
          {t("back")}
        </Button>
      </div>
    </form>
  );
}
