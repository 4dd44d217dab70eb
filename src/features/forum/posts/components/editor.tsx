"use client";

import { PaperAirplaneIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import { type ReactNode, type Ref, useDeferredValue, useEffect, useId, useImperativeHandle, useMemo, useRef, useState } from "react";
import { toApiError } from "@/trpc/client";
import { Button } from "@/ui/button";
import type { ImageDto } from "../dto";
import { editorKeys } from "../hooks/editor-keys";
import { excessIn } from "../hooks/excess";
import { applyEdit, marked, type TextMark } from "../hooks/text-edits";
import { useEditorDraft } from "../hooks/use-editor-draft";
import { useNames } from "../hooks/use-names";
import { usePictures } from "../hooks/use-pictures";
import { IMAGE_SCHEME } from "../rules";
import { type Named, NameList } from "./name-list";
import { Preview } from "./preview";
import { Toolbar } from "./toolbar";
import { Uploads } from "./uploads";

/** Letters that are left when it begins to be said. */
const NEAR_END = 500;

export interface EditorHandle {
  focus: () => void;
  /** Puts words at the end, on lines of their own. */
  append: (text: string) => void;
}

interface EditorProps {
  handle?: Ref<EditorHandle>;
  /** Names what is kept of it on this device. */
  draft: string;
  /** What stands there at first. */
  initial?: string;
  label: string;
  send: string;
  /** Letters that fit. */
  max: number;
  /** What newcomers may not send counts here. */
  limited: boolean;
  topicId?: string;
  /** Pictures of the message that is changed. */
  images?: ImageDto[];
  /** Small, and Enter sends: for a chat. */
  chat?: boolean;
  /** It was asked for: writing begins at once, behind what stands there. */
  focus?: boolean;
  /**
   * Rejects where it was not taken: then it stays, with the reason. `false` says that nothing was sent, for a reason that shows
   * elsewhere. Both ids stay with the words, also over a reload: the message's, and the topic's where one is begun.
   */
  onSend: (text: string, uid: string, topicUid: string) => Promise<unknown>;
  onCancel?: () => void;
  onTyping?: () => void;
  /** Further things to add to a message, beside the toolbar. */
  tools?: ReactNode;
  /** Above the field: what is answered. */
  children?: ReactNode;
}

/** Where messages are written: Markdown with what spares knowing it. Nothing typed is lost by leaving, reloading or a refusal. */
export function Editor(props: EditorProps) {
  const { handle, draft, initial = "", label, send, max, limited, topicId, images = [], chat = false } = props;
  const t = useTranslations("forum.editor");
  const common = useTranslations("common");
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const kept = useEditorDraft(draft, initial);
  const { text } = kept;
  const [preview, setPreview] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const names = useNames(topicId);
  const [chosen, setChosen] = useState<Named[]>([]);
  const excess = excessIn(useDeferredValue(text), limited);
  const errors = useTranslations("errors");
  const insert = (words: string) => {
    const element = field.current;
    if (!element) return kept.change(kept.latest() + words);
    const { selectionStart: from, selectionEnd: to } = element;
    applyEdit(element, { from, to, text: words, select: [from + words.length, from + words.length] });
  };
  const pictures = usePictures((uid, name) => insert(`${/(^|\n)$/.test(kept.latest()) ? "" : "\n"}![${name}](${IMAGE_SCHEME}${uid})\n`));
  useImperativeHandle(handle, () => ({
    focus: () => {
      setPreview(false);
      requestAnimationFrame(() => field.current?.focus());
    },
    append: (words) => {
      setPreview(false);
      kept.change(kept.latest().trim() ? `${kept.latest().trimEnd()}\n\n${words}` : words);
      requestAnimationFrame(() => {
        field.current?.focus();
        field.current?.setSelectionRange(kept.latest().length, kept.latest().length);
      });
    },
  }));

  useEffect(() => {
    if (!props.focus) return;
    // After a menu that was chosen from has given the focus back.
    const frame = requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
    });
    return () => cancelAnimationFrame(frame);
  }, [props.focus]);
  const ready = text.trim().length > 0 && pictures.uploads.every(({ problem: wrong }) => wrong);
  const submit = async () => {
    const words = text.trim();
    if (!ready || busy || excess) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const { uid, topicUid } = kept.attempt(words);
      if ((await props.onSend(words, uid, topicUid)) === false) return;
      kept.sent(words);
      setPreview(false);
      if (chat) field.current?.focus();
    } catch (error) {
      const { code, message, issues } = toApiError(error);
      setProblem(issues[0]?.message ?? message ?? (code === "network" ? common("offline") : t("notSent")));
    } finally {
      setBusy(false);
    }
  };
  const choose = (person: Named) => {
    const element = field.current;
    if (!element) return;
    const words = `@${person.handle} `;
    applyEdit(element, {
      from: names.from,
      to: element.selectionEnd,
      text: words,
      select: [names.from + words.length, names.from + words.length],
    });
    setChosen((now) => [...now, person]);
    names.close();
  };
  const mark = (what: TextMark) => {
    const element = field.current;
    if (element) applyEdit(element, marked(what, element.value, element.selectionStart, element.selectionEnd, t(`words.${what}`)));
  };
  const onKeyDown = editorKeys({ names, chat, onChoose: choose, onMark: mark, onSubmit: () => void submit() });
  const looked = useMemo(() => [...images, ...pictures.local], [images, pictures.local]);
  const shown = excess ? errors(excess.code, excess.values) : problem;
  const left = max - text.length;
  const nameList = <NameList id={`${id}-names`} people={names.people} active={names.active} above={chat} onChoose={choose} />;
  return (
    <form
      className={clsx("min-w-0", chat && "border-t border-line p-3 sm:p-4")}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        pictures.add([...event.dataTransfer.files]);
      }}
    >
      {props.children}
      {shown ? (
        <p role="alert" className="mb-2 text-sm font-medium text-danger" dir="auto">
          {shown}
        </p>
      ) : null}
      {chat ? nameList : null}
      <div className="rounded-box border border-line-strong/70 bg-surface focus-within:border-line-strong">
        <div className="flex flex-wrap items-center justify-between gap-x-2 border-b border-line px-1">
          {preview ? <span /> : <Toolbar marks={chat ? CHAT_MARKS : undefined} onMark={mark} onPictures={pictures.add} />}
          <span className="flex items-center">
            {props.tools}
            <Button look="ghost" size="sm" aria-pressed={preview} onClick={() => setPreview(!preview)} className="text-primary-text">
              {t(preview ? "write" : "preview")}
            </Button>
          </span>
        </div>
        {preview ? (
          <section aria-label={t("preview")} className={clsx("px-3.5 py-3", chat ? "max-h-48 overflow-y-auto" : "min-h-40")}>
            {text.trim() ? <Preview text={text} images={looked} mentions={chosen} /> : <p className="text-ink-soft">{t("nothing")}</p>}
          </section>
        ) : null}
        <textarea
          ref={field}
          id={id}
          value={text}
          hidden={preview}
          rows={chat ? 1 : 6}
          maxLength={max}
          dir="auto"
          aria-label={label}
          placeholder={label}
          aria-describedby={`${id}-help`}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={names.people.length > 0 ? `${id}-names` : undefined}
          aria-activedescendant={names.people.length > 0 ? `${id}-names-${names.active}` : undefined}
          className={clsx(
            "field-sizing-content block w-full resize-none rounded-b-box bg-transparent px-3.5 py-2.5 -outline-offset-2 placeholder:text-ink-soft/80",
            chat ? "max-h-40 min-h-11" : "max-h-[28rem] min-h-40",
            preview && "hidden",
          )}
          onChange={({ target }) => {
            kept.change(target.value);
            setProblem(undefined);
            names.look(target.value, target.selectionEnd);
            props.onTyping?.();
          }}
          onKeyDown={onKeyDown}
          onBlur={names.close}
          onPaste={(event) => {
            if (event.clipboardData.files.length === 0) return;
            event.preventDefault();
            pictures.add([...event.clipboardData.files]);
          }}
        />
      </div>
      {chat ? null : nameList}
      <Uploads uploads={pictures.uploads} onRetry={pictures.retry} onRemove={pictures.remove} />
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p id={`${id}-help`} className="min-w-0 grow basis-40 text-sm text-ink-soft">
          {left <= NEAR_END ? (
            <span className={clsx("tabular", left <= 0 && "font-semibold text-danger")}>{t("left", { count: left })}</span>
          ) : limited ? (
            t("newcomer")
          ) : chat ? (
            <span className="max-sm:hidden">{t("chatHelp")}</span>
          ) : (
            t("help")
          )}
        </p>
        <span className="ms-auto flex flex-wrap gap-2">
          {props.onCancel ? (
            <Button
              look="outline"
              onClick={() => {
                kept.drop();
                props.onCancel?.();
              }}
            >
              {common("cancel")}
            </Button>
          ) : null}
          <Button
            type="submit"
            busy={busy}
            disabled={!ready || excess !== null}
            icon={<PaperAirplaneIcon className="size-5 rtl:-scale-x-100" />}
          >
            {send}
          </Button>
        </span>
      </div>
    </form>
  );
}

const CHAT_MARKS: TextMark[] = ["bold", "italic", "code", "link"];
