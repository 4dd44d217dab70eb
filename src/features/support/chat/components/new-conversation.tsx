"use client";

import { PaperClipIcon, XMarkIcon } from "@heroicons/react/24/outline";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { Button, IconButton } from "@/ui/button";
import { Alert, Card } from "@/ui/card";
import { clearDraft, readDraft } from "@/ui/drafts";
import { TextArea, TextField } from "@/ui/field";
import { useFormDraft, useZodForm } from "@/ui/forms";
import { passFocusAlong } from "@/ui/pass-focus-on";
import { useRouter } from "@/ui/use-router";
import { conversationHref } from "../../hrefs";
import { flushOutbox, post } from "../hooks/outbox";
import { listOutgoing, type Outgoing, removeOutgoing } from "../hooks/outbox-store";
import { useFiles } from "../hooks/use-files";
import { useRefusalWords } from "../hooks/use-refusal-words";
import { ATTACHMENT_TYPES } from "../rules";
import { MAX_MESSAGE, MAX_SUBJECT, newConversation } from "../schema";
import { LocalFiles } from "./attachments";
import { draftIn } from "./conversation-pane";

const DRAFT = "support-new";

/** A message of this device's that was refused elsewhere and is to begin a conversation. */
function useTakenBack(uid: string | null): Outgoing | undefined {
  const { userId } = useSession();
  const [message, setMessage] = useState<Outgoing>();
  useEffect(() => {
    if (!userId || !uid) return;
    listOutgoing(userId).then(
      (all) => setMessage(all.find((one) => one.uid === uid && one.problem)),
      () => {},
    );
  }, [userId, uid]);
  return message;
}

/** The first message of a conversation. Where somebody came from a question, that stands in it already. */
export function NewConversation() {
  const t = useTranslations("support");
  const router = useRouter();
  const params = useSearchParams();
  const ask = params.get("ask")?.trim().slice(0, MAX_SUBJECT) ?? "";
  const again = params.get("again");
  const from = params.get("from");
  const earlier = useTakenBack(again);
  const { userId } = useSession();
  const format = useFormat();
  const seconds = trpc.support.chat.waiting.useQuery(undefined, { staleTime: 5 * 60_000 }).data?.data.seconds ?? null;
  const chosen = useFiles();
  const picker = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const form = useZodForm(newConversation, { subject: ask, message: "" });
  const draft = again ? `${DRAFT}-${again}` : DRAFT;
  useFormDraft(form, draft);
  const refusalWords = useRefusalWords();
  const { setValue, getValues } = form;
  const { putBack } = chosen;
  useEffect(() => {
    // The question that somebody comes with goes before an older draft's.
    if (ask) setValue("subject", ask, { shouldDirty: true });
  }, [ask, setValue]);
  useEffect(() => {
    // It was closed while somebody wrote in it.
    const begun = from && readDraft<string>(draftIn(from));
    if (begun && !getValues("message")) setValue("message", begun, { shouldDirty: true });
  }, [from, getValues, setValue]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has been found
  useEffect(() => {
    if (!earlier) return;
    if (!getValues("message")) setValue("message", earlier.text, { shouldDirty: true });
    putBack(earlier.files);
  }, [earlier]);
  const attempt = useRef({ what: "", uid: "", conversationId: "" });
  const submit = form.handleSubmit(async ({ subject, message }) => {
    if (!userId) return;
    // The same sent again after a lost answer is the same message.
    const what = [subject, message, ...chosen.files.map((file) => file.uid)].join("\n");
    if (attempt.current.what !== what) {
      // What follows a first message waits for its conversation.
      const conversationId = earlier?.subject === undefined ? crypto.randomUUID() : earlier.conversationId;
      attempt.current = { what, uid: crypto.randomUUID(), conversationId };
    }
    const { uid, conversationId } = attempt.current;
    try {
      await post({
        uid,
        userId,
        side: "user",
        conversationId,
        subject,
        text: message,
        files: chosen.files,
        // What was written after it follows.
        ...(earlier?.subject === undefined ? { at: Date.now() } : { at: earlier.at, turn: earlier.turn ?? 0 }),
      });
      if (earlier) await removeOutgoing(earlier.uid).then(flushOutbox);
    } catch (error) {
      console.error(error);
      return setProblem(refusalWords(error) ?? t("composer.notKept"));
    }
    form.reset({ subject: "", message: "" });
    clearDraft(draft);
    if (from) clearDraft(draftIn(from));
    router.replace(conversationHref(conversationId));
  });
  return (
    <Card className="p-4 sm:p-6">
      <h2 className="text-lg font-semibold">{t("new.title")}</h2>
      <p className="mt-1 text-ink-soft">{t("new.lead")}</p>
      {seconds === null ? null : <p className="mt-1 text-ink-soft">{t("waiting.estimate", { time: format.duration(seconds) })}</p>}
      <form noValidate className="mt-5 grid gap-5" onSubmit={submit}>
        {[...chosen.problems, ...(problem ? [problem] : [])].map((sentence) => (
          <Alert key={sentence} tone="danger">
            <span dir="auto">{sentence}</span>
          </Alert>
        ))}
        <TextField
          label={t("new.subject")}
          dir="auto"
          maxLength={MAX_SUBJECT}
          error={form.errorOf("subject")}
          {...form.register("subject")}
        />
        <TextArea label={t("new.message")} rows={6} maxLength={MAX_MESSAGE} error={form.errorOf("message")} {...form.register("message")} />
        <div tabIndex={-1}>
          <Button look="outline" icon={<PaperClipIcon className="size-5" />} onClick={() => picker.current?.click()}>
            {t("composer.attach")}
          </Button>
          <p className="mt-1.5 text-sm text-ink-soft">{t("composer.attachHelp")}</p>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            accept={ATTACHMENT_TYPES.join(",")}
            onChange={(event) => {
              void chosen.add([...(event.target.files ?? [])]);
              event.target.value = "";
            }}
          />
          <LocalFiles
            files={chosen.files}
            onRemove={(file) => (
              <IconButton
                ref={passFocusAlong}
                label={t("composer.removeFile", { name: file.name })}
                onClick={() => chosen.remove(file.uid)}
                className="-me-2 size-9"
              >
                <XMarkIcon />
              </IconButton>
            )}
          />
        </div>
        <div>
          <Button type="submit" size="lg" busy={form.formState.isSubmitting}>
            {t("new.send")}
          </Button>
        </div>
      </form>
    </Card>
  );
}
