"use client";

import { PaperAirplaneIcon, PaperClipIcon, XMarkIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { Button, IconButton } from "@/ui/button";
import { clearDraft, readDraft, typedOn, writeDraft } from "@/ui/drafts";
import { entersLines, isComposing } from "@/ui/editing/enter";
import { passFocusAlong } from "@/ui/pass-focus-on";
import { type OutgoingFile, removeOutgoing } from "../hooks/outbox-store";
import { useAttempt } from "../hooks/use-attempt";
import { useFiles } from "../hooks/use-files";
import { useRefusalWords } from "../hooks/use-refusal-words";
import { ATTACHMENT_TYPES } from "../rules";
import { MAX_MESSAGE } from "../schema";
import { LocalFiles } from "./attachments";

/** What was chosen elsewhere and goes into the field; each one has a number of its own. */
export interface Insertion {
  text: string;
  files?: OutgoingFile[];
  at: number;
  /** The refused message that is taken back: it stays on this device until what became of it is safe. */
  of?: string;
}

interface ComposerProps {
  /** Names the draft that outlives a reload. */
  draft: string;
  label: string;
  /** Rejects when it was not taken: then what was written stays in the field, and keeps its id for the next try. */
  onSend: (text: string, files: OutgoingFile[], uid: string) => Promise<void>;
  /** Why it was not taken; by default that the device could not keep it. */
  explain?: (error: unknown) => string;
  onTyping?: () => void;
  /** Whether files may come along. */
  withFiles?: boolean;
  insert?: Insertion | undefined;
  onInserted?: () => void;
  send?: string;
  field?: Ref<HTMLTextAreaElement>;
  children?: ReactNode;
}

/** Where messages are written. Nothing typed is lost by leaving, reloading or a lost network. */
export function Composer({
  draft,
  label,
  onSend,
  explain,
  onTyping,
  withFiles = true,
  insert,
  onInserted,
  send,
  field,
  children,
}: ComposerProps) {
  const t = useTranslations("support.composer");
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const chosen = useFiles();
  const attempt = useAttempt(draft);
  const refusalWords = useRefusalWords();
  const own = useRef<HTMLTextAreaElement>(null);
  const typed = useRef("");
  useEffect(() => {
    typed.current = readDraft<string>(draft) ?? "";
    setText(typed.current);
  }, [draft]);
  /** The refused messages that stand in the field. */
  const taken = useRef(new Set<string>());
  const change = (next: string) => {
    typed.current = next;
    setText(next);
    // Whoever empties the field has something else in mind: what was taken back stays where it was, and the same words are others.
    if (!next) {
      taken.current.clear();
      attempt.forget();
    }
    if (next) writeDraft(draft, next);
    else clearDraft(draft);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each choice, whatever stands there then
  useEffect(() => {
    if (!insert) return;
    // After a reload the draft holds the words of one that was taken back before.
    const there = insert.of !== undefined && typed.current.includes(insert.text);
    if (!there) change([typed.current.trimEnd(), insert.text].filter(Boolean).join("\n\n"));
    if (insert.of && taken.current.has(insert.of)) return onInserted?.();
    if (insert.of) taken.current.add(insert.of);
    if (insert.files) chosen.putBack(insert.files);
    own.current?.focus();
    onInserted?.();
  }, [insert?.at]);
  const ready = text.trim().length > 0 || chosen.files.length > 0;
  const submit = async () => {
    if (!ready || busy) return;
    setBusy(true);
    setProblem(undefined);
    const { files } = chosen;
    const back = [...taken.current];
    try {
      // Files alone are a message, too.
      const what = [text, ...files.map((file) => file.uid)].join("\n");
      await onSend(text.trim(), files, attempt.uidOf(what));
      attempt.forget();
      await Promise.all(back.map((uid) => removeOutgoing(uid).catch(console.error)));
      for (const uid of back) taken.current.delete(uid);
      // Somebody may have typed on and chosen more meanwhile.
      change(typedOn(typed.current, text));
      chosen.sent(files);
      own.current?.focus();
    } catch (error) {
      console.error(error);
      setProblem(explain?.(error) ?? refusalWords(error) ?? t("notKept"));
    } finally {
      setBusy(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event) || entersLines()) return;
    event.preventDefault();
    void submit();
  };
  return (
    <form
      tabIndex={-1}
      className="border-t border-line p-3 sm:p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onDragOver={(event) => withFiles && event.preventDefault()}
      onDrop={(event) => {
        if (!withFiles || event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        void chosen.add([...event.dataTransfer.files]);
      }}
    >
      {[...chosen.problems, ...(problem ? [problem] : [])].map((sentence) => (
        <p key={sentence} role="alert" className="mb-2 text-sm font-medium text-danger" dir="auto">
          {sentence}
        </p>
      ))}
      <textarea
        ref={(element) => {
          own.current = element;
          if (typeof field === "function") field(element);
          else if (field) field.current = element;
        }}
        value={text}
        rows={2}
        maxLength={MAX_MESSAGE}
        dir="auto"
        aria-label={label}
        placeholder={label}
        className="field-sizing-content block max-h-48 min-h-16 w-full resize-none rounded-box border border-line-strong/70 bg-surface px-3.5 py-2.5 placeholder:text-ink-soft/80 hover:border-line-strong"
        onChange={(event) => {
          change(event.target.value);
          onTyping?.();
        }}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          if (!withFiles || event.clipboardData.files.length === 0) return;
          event.preventDefault();
          void chosen.add([...event.clipboardData.files]);
        }}
      />
      <LocalFiles
        files={chosen.files}
        onRemove={(file) => (
          <IconButton
            ref={passFocusAlong}
            label={t("removeFile", { name: file.name })}
            onClick={() => chosen.remove(file.uid)}
            className="-me-2 size-9 shrink-0"
          >
            <XMarkIcon />
          </IconButton>
        )}
      />
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {withFiles ? <FilePicker label={t("attach")} onChoose={(files) => void chosen.add(files)} /> : null}
        {children}
        <span className="grow" />
        <Button
          type="submit"
          busy={busy}
          disabled={!ready}
          icon={<PaperAirplaneIcon className="size-5 rtl:-scale-x-100" />}
          title={t("sendHint")}
        >
          {send ?? t("send")}
        </Button>
      </div>
    </form>
  );
}

function FilePicker({ label, onChoose }: { label: string; onChoose: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={label} onClick={() => input.current?.click()}>
        <PaperClipIcon />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ATTACHMENT_TYPES.join(",")}
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])]);
          // The same file may be chosen again.
          event.target.value = "";
        }}
      />
    </>
  );
}
