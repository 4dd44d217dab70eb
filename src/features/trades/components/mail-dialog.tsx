"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { z } from "zod";
import { MAX_ADDRESS, mailAddress } from "@/lib/fields";
import { type ApiError, toApiError } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { Choices } from "@/ui/choice";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { useDialogDraft, useZodForm } from "@/ui/forms";

const fields = z.discriminatedUnion("way", [
  z.strictObject({ way: z.literal("mail"), email: mailAddress }),
  // The address of a mail that is not sent may be anything.
  z.strictObject({ way: z.literal("hand"), email: z.string() }),
]);
type Fields = z.infer<typeof fields>;

interface Props {
  /** Names what is kept of the address on this device until it was sent there. */
  draft: string;
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
export function MailDialog({ draft, labels, email, handOver, send, refusalOf, onClose, children }: Props) {
  const common = useTranslations("common");
  const [offered] = useState(email);
  const form = useZodForm<Fields>(fields, { way: "mail", email: offered });
  // Whoever puts the address right where it stands is offered that one, and not what was typed before.
  const { close, leave } = useDialogDraft(form, `${draft}.${offered}`, onClose);
  const way = form.watch("way");
  const byHand = way === "hand" ? handOver : undefined;
  const submit = form.handleSubmit(async ({ email: to }) => {
    try {
      await (byHand ? byHand.go() : send(to));
      close();
    } catch (error) {
      const refusal = toApiError(error);
      const message = await refusalOf(refusal);
      form.showRefusal(message === undefined ? refusal : { message, issues: [] }, common("offline"));
    }
  });
  return (
    <Dialog open onClose={leave} title={labels.title}>
      <form noValidate className="grid gap-5 text-ink" onSubmit={submit}>
        {children}
        {handOver ? (
          <Choices
            label={handOver.labels.way}
            value={way}
            choices={[
              { value: "mail", label: handOver.labels.mail },
              { value: "hand", label: handOver.labels.hand },
            ]}
            onChange={(next) => form.setValue("way", next, { shouldDirty: true })}
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
        <DialogActions onCancel={close} type="submit" busy={form.formState.isSubmitting}>
          {byHand ? byHand.labels.now : labels.send}
        </DialogActions>
      </form>
    </Dialog>
  );
}
