"use client";

import { BookmarkIcon, TrashIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { useErrorToast } from "@/trpc/use-error";
import { Button, IconButton } from "@/ui/button";
import { Card } from "@/ui/card";
import { clearDraft, readDraft, writeDraft } from "@/ui/drafts";
import { TextArea } from "@/ui/field";
import { LoadingList } from "@/ui/spinner";
import { notify } from "@/ui/toast";
import { NOTE_MAX } from "../rules";

type Bookmark = RouterOutputs["learning"]["bookmarks"]["data"][number];

/** A note that is being written outlives its page. */
interface Draft {
  /** The second that it is for. */
  at: number;
  note: string;
}
const draftOf = (video: string): string => `bookmark.${video}`;

/** Own moments of a video: kept with a thought, found again, gone to. */
export function BookmarkPanel({ video, now, onJump }: { video: string; now: () => number; onJump: (second: number) => void }) {
  const t = useTranslations("learning.bookmarks");
  const heading = useRef<HTMLHeadingElement>(null);
  /** As a note was begun: now, or on an earlier visit. */
  const [begun, setBegun] = useState(() => readDraft<Draft>(draftOf(video)));
  const bookmarks = trpc.learning.bookmarks.useQuery({ uid: video });
  const close = () => {
    clearDraft(draftOf(video));
    setBegun(undefined);
    heading.current?.focus();
  };
  return (
    <Card className="p-5">
      <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        {t("title")}
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">{t("lead")}</p>
      {begun ? (
        <NoteForm video={video} begun={begun} onClose={close} />
      ) : (
        <Button look="outline" icon={<BookmarkIcon className="size-5" />} onClick={() => setBegun({ at: now(), note: "" })}>
          {t("add")}
        </Button>
      )}
      <div className="mt-5">
        {isComing(bookmarks) ? <LoadingList /> : null}
        {isMissing(bookmarks) ? <LoadFailed query={bookmarks} /> : null}
        {bookmarks.data?.data.length === 0 ? <p className="text-ink-soft">{t("empty")}</p> : null}
        {bookmarks.data?.data.length ? (
          <ul className="divide-y divide-line border-y border-line">
            {bookmarks.data.data.map((bookmark) => (
              <Row key={bookmark.uid} bookmark={bookmark} video={video} onJump={onJump} onGone={() => heading.current?.focus()} />
            ))}
          </ul>
        ) : null}
      </div>
    </Card>
  );
}

function NoteForm({ video, begun: { at, note: begun }, onClose }: { video: string; begun: Draft; onClose: () => void }) {
  const t = useTranslations("learning.bookmarks");
  const common = useTranslations("common");
  const showError = useErrorToast();
  const format = useFormat();
  const utils = trpc.useUtils();
  const [note, setNote] = useState(begun);
  const change = (next: string) => {
    setNote(next);
    if (next) writeDraft(draftOf(video), { at, note: next } satisfies Draft);
    else clearDraft(draftOf(video));
  };
  const save = trpc.learning.saveBookmark.useMutation({
    onSuccess: async () => {
      notify("success", t("saved"));
      await utils.learning.bookmarks.invalidate({ uid: video });
      onClose();
    },
    onError: showError,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ video, at, note });
  };
  return (
    <form ref={begun ? undefined : intoNote} className="grid gap-4 rounded-box bg-sunken p-4" onSubmit={submit}>
      <p className="tabular font-semibold">{t("at", { time: format.clock(at * 1000) })}</p>
      <TextArea
        label={t("note")}
        placeholder={t("notePlaceholder")}
        rows={3}
        maxLength={NOTE_MAX}
        value={note}
        // What is typed while it is on its way would go with the form.
        readOnly={save.isPending}
        onChange={({ target }) => change(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={save.isPending}>
          {t("save")}
        </Button>
        <Button look="ghost" onClick={onClose}>
          {common("cancel")}
        </Button>
      </div>
    </form>
  );
}

/** Whoever asked to keep a moment is about to write; where a note stands there from an earlier visit nobody asked. */
const intoNote = (form: HTMLFormElement | null) => form?.querySelector("textarea")?.focus();

function Row({
  bookmark: { uid, at, note },
  video,
  onJump,
  onGone,
}: {
  bookmark: Bookmark;
  video: string;
  onJump: (second: number) => void;
  onGone: () => void;
}) {
  const t = useTranslations("learning.bookmarks");
  const showError = useErrorToast();
  const format = useFormat();
  const utils = trpc.useUtils();
  const time = format.clock(at * 1000);
  const remove = trpc.learning.deleteBookmark.useMutation({
    onSuccess: async () => {
      notify("success", t("deleted"));
      await utils.learning.bookmarks.invalidate({ uid: video });
      onGone();
    },
    onError: (error) => {
      showError(error);
      // It may have been deleted elsewhere in the meantime.
      void utils.learning.bookmarks.invalidate({ uid: video });
    },
  });
  return (
    <li className="flex items-start gap-2 py-2">
      <Button
        look="ghost"
        size="sm"
        className="tabular -ms-3 text-primary-text"
        aria-label={t("jump", { time })}
        onClick={() => onJump(at)}
      >
        {time}
      </Button>
      <p className="min-w-0 grow self-center py-1 whitespace-pre-line" dir="auto">
        {note}
      </p>
      <IconButton label={t("delete", { time })} className="-my-1 shrink-0" busy={remove.isPending} onClick={() => remove.mutate({ uid })}>
        <TrashIcon />
      </IconButton>
    </li>
  );
}
