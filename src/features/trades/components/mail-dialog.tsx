"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { z } from "zod";
import { MAX_ADDRESS, mailAddress } from "@/lib/typed";
import { type ApiError, toApiError } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { Choices } from "@/ui/choice";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";

const fields = z.strictObject({ email: mailAddress });

type Way = "mail" | "hand";

interface Props {
  labels: { title: string; email: string; send: string };
  /** The address that is offered. */
  email: string;
  /** Where it can be given without a mail as well: what that is called and means, and what is done then. */
  handOver?: { labels: { way: string; mail: string; hand: string; text: string; now: string }; go: () => Promise<void> };
  /** Sends it there, and says what came of it; what it throws is told in the form, which stays open. */
  send: (email: string) => Promise<void>;
  /** What a refusal means for this document, where it is told in other words than the server's. */
  refusalOf: (refusal: ApiError) => Promise<string | undefined> | string | undefined;
  onClose: () => void;
  /** What there is to know before it goes. */
  children: ReactNode;
}

/** To which address a document goes by mail. */
export function MailDialog({ labels, email, handOver, send, refusalOf, onClose, children }: Props) {
  const common = useTranslations("common");
  const form = useZodForm<z.infer<typeof fields>>(fields as never, { email });
  const [way, setWay] = useState<Way>("mail");
  const [handing, setHanding] = useState(false);
  const given = async (give: () => Promise<void>) => {
    try {
      await give();
      onClose();
    } catch (error) {
      const refusal = toApiError(error);
      const message = await refusalOf(refusal);
      form.showRefusal(message === undefined ? refusal : { message, issues: [] }, common("offline"));
    }
  };
  const mail = form.handleSubmit(({ email: to }) => given(() => send(to)));
  const hand = async ({ go }: NonNullable<Props["handOver"]>) => {
    setHanding(true);
    await given(go);
    setHanding(false);
  };
  const byHand = way === "hand" ? handOver : undefined;
  return (
    <Dialog open onClose={onClose} title={labels.title} closeLabel={common("close")}>
      <form
        noValidate
        className="grid gap-5 text-ink"
        onSubmit={(event) => {
          if (!byHand) return void mail(event);
          event.preventDefault();
          void hand(byHand);
        }}
      >
        {children}
        {handOver ? (
          <Choices
            label={handOver.labels.way}
            value={way}
            choices={[
              { value: "mail", label: handOver.labels.mail },
              { value: "hand", label: handOver.labels.hand },
            ]}
            onChange={setWay}
          />
        ) : null}
        {byHand ? (
          <p className="text-ink-soft">{byHand.labels.text}</p>
        ) : (
          <TextField
            type="email"
            dir="ltr"
            label={labels.email}
            autoComplete="off"
            maxLength={MAX_ADDRESS}
            error={form.errorOf("email")}
            {...form.register("email")}
          />
        )}
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        <DialogActions onCancel={onClose} type="submit" busy={form.formState.isSubmitting || handing}>
          {byHand ? byHand.labels.now : labels.send}
        </DialogActions>
      </form>
    </Dialog>
  );
}
