"use client";

import { XMarkIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { NOTE_AUDIENCES } from "@/lib/enums/trades";
import { api, toApiError, trpc } from "@/trpc/client";
import { Button, IconButton } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Choices } from "@/ui/choice";
import { typedOn } from "@/ui/drafts";
import { TextArea } from "@/ui/field";
import { useFormDraft, useZodForm } from "@/ui/forms";
import { passFocusAlong } from "@/ui/pass-focus-on";
import type { NotePlace } from "../../components/subjects";
import type { Workspace } from "../../components/workspace-frame";
import { FilePickers } from "../../files/components/file-pickers";
import { SendingList } from "../../files/components/sending-list";
import { useSending } from "../../files/hooks/use-sending";
import type { NoteDto } from "../dto";
import { useMentions } from "../hooks/use-mentions";
import { fromField, MOST_NOTE_FILES, type Named, NOTE_BODY, toField, withTheirs } from "../rules";
import { type NoteForm as Fields, noteForm } from "../schema";
import { MentionList, optionId } from "./mention-list";

const toForm = (note: NoteDto | null): Fields => ({
  body: note ? toField(note.body, note.people) : "",
  audience: note?.audience ?? "internal",
  picked: note?.people ?? [],
  files: (note?.files ?? []).map(({ uid, name, type, size }) => ({ uid, name, type, size })),
});

interface NoteFormProps {
  workspace: Workspace;
  subject: NotePlace;
  /** Null for a new one. */
  note: NoteDto | null;
  onDone?: () => void;
}

/** Where a note is written: who is meant, for whom it is, and what comes with it. */
export function NoteForm({ workspace, subject, note, onDone }: NoteFormProps) {
  const t = useTranslations("trades.notes");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const list = useId();
  const form = useZodForm<Fields>(noteForm, toForm(note), { stays: !note });
  const { register, setValue, getValues, watch, formState } = form;
  // As it was seen when the form was opened: what was changed elsewhere meanwhile must not be overwritten unseen.
  const [version, setVersion] = useState(note?.version);
  const [overtaken, setOvertaken] = useState(false);
  const [about] = Object.values(subject);
  const place = note ? `note.${note.uid}` : `note.new.${about}`;
  useFormDraft(form, `trades.${place}${note ? `.${version}` : ""}`);
  const { body, audience, files } = watch();
  const change = <Name extends keyof Fields>(name: Name, value: Fields[Name]) => setValue(name, value as never, { shouldDirty: true });

  const sending = useSending({
    workspaceId: workspace.uid,
    place,
    onSent: (sent) => change("files", [...getValues("files"), sent]),
  });
  const mentions = useMentions({
    workspaceId: workspace.uid,
    text: body,
    onPick: (text: string, person: Named) => {
      change("body", text);
      change("picked", [...getValues("picked").filter(({ uid }) => uid !== person.uid), person]);
    },
  });
  const room = MOST_NOTE_FILES - files.length - sending.sendings.length;
  const field = register("body");

  const submit = form.handleSubmit(async (values) => {
    setOvertaken(false);
    const said = {
      workspaceId: workspace.uid,
      body: fromField(values.body, values.picked),
      audience: values.audience,
      files: values.files.map(({ uid }) => uid),
    };
    try {
      await api.trades.notes.save.mutate(note ? { ...said, uid: note.uid, version: version ?? note.version } : { ...said, ...subject });
      const { body: now, picked, files: chosen } = getValues();
      form.reset(toForm(null));
      // What was begun meanwhile is another note.
      const body = typedOn(now.trimStart(), values.body);
      if (!note && body) {
        change("body", body);
        change("picked", picked);
      }
      const others = chosen.filter(({ uid }) => !said.files.includes(uid));
      if (!note && others.length > 0) change("files", others);
      if (note) sending.forget();
      onDone?.();
      await utils.trades.notes.list.invalidate();
    } catch (error) {
      const refusal = toApiError(error);
      if (refusal.code !== "conflict" || !refusal.current) return form.showRefusal(refusal, common("offlineKept"));
      const current = refusal.current as NoteDto;
      const { picked, files: mine } = getValues();
      const seen = (formState.defaultValues?.files ?? []) as Fields["files"];
      const theirs = toForm(current);
      setOvertaken(true);
      setVersion(current.version);
      form.overtake(theirs);
      // Each file comes and goes by itself; and whoever is named in either text was picked once.
      change("files", withTheirs(seen, mine, theirs.files));
      change("picked", withTheirs([], picked, theirs.picked));
      await utils.trades.notes.list.invalidate();
    }
  });

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <TextArea
        label={t("body")}
        help={t("bodyHelp")}
        rows={3}
        maxLength={NOTE_BODY}
        error={form.errorOf("body")}
        aria-autocomplete="list"
        aria-controls={mentions.people.length > 0 ? list : undefined}
        aria-activedescendant={mentions.people.length > 0 ? optionId(list, mentions.active) : undefined}
        {...field}
        onChange={(event) => {
          mentions.look(event);
          return field.onChange(event);
        }}
        onSelect={mentions.look}
        onKeyDown={mentions.onKeyDown}
        onBlur={(event) => {
          mentions.close();
          return field.onBlur(event);
        }}
      />
      <MentionList id={list} people={mentions.people} active={mentions.active} onPick={mentions.pick} />
      <Choices
        label={t("audience")}
        value={audience}
        choices={NOTE_AUDIENCES.map((value) => ({ value, label: t(`for.${value}`) }))}
        onChange={(value) => change("audience", value)}
        help={t("forHelp")}
      />
      <div tabIndex={-1}>
        <ChosenFiles
          files={files}
          onRemove={(gone) =>
            change(
              "files",
              files.filter(({ uid }) => uid !== gone),
            )
          }
        />
        <SendingList sendings={sending.sendings} onRetry={sending.retry} onLeaveOut={sending.leaveOut} />
        <div className="flex flex-wrap gap-2">
          {room > 0 ? <FilePickers onChoose={(chosen) => sending.add(chosen.slice(0, room))} /> : null}
        </div>
        {room <= 0 ? <p className="text-sm text-ink-soft">{t("tooMany", { count: MOST_NOTE_FILES })}</p> : null}
      </div>
      {overtaken ? <Alert tone="warning">{t("conflict")}</Alert> : null}
      {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={formState.isSubmitting} disabled={sending.busy || (body.trim() === "" && files.length === 0)}>
          {note ? common("save") : t("add")}
        </Button>
        {note ? (
          <Button
            look="outline"
            onClick={() => {
              form.reset(toForm(note));
              sending.forget();
              onDone?.();
            }}
          >
            {common("cancel")}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

/** What comes with the note and has arrived. */
function ChosenFiles({ files, onRemove }: { files: Fields["files"]; onRemove: (uid: string) => void }) {
  const t = useTranslations("trades.files");
  const format = useFormat();
  if (files.length === 0) return null;
  return (
    <ul className="mb-3 grid grid-cols-1 gap-2">
      {files.map(({ uid, name, size }) => (
        <li key={uid} className="flex items-center gap-2 rounded-box border border-line ps-3">
          <span className="min-w-0 grow truncate text-sm font-medium" dir="auto">
            {name}
          </span>
          <span className="shrink-0 text-sm text-ink-soft">{format.size(size)}</span>
          <IconButton ref={passFocusAlong} label={t("leaveOut", { name })} onClick={() => onRemove(uid)}>
            <XMarkIcon />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
