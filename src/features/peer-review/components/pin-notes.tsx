"use client";

import { ChatBubbleBottomCenterTextIcon, PencilSquareIcon, TrashIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { Button, IconButton } from "@/ui/button";
import { TextArea } from "@/ui/field";
import { useShortcuts } from "@/ui/hooks";
import { passFocusAlong, passFocusOn } from "@/ui/pass-focus-on";
import { isNameless, MAX_COMMENT, MAX_COMMENTS, MIN_COMMENT } from "../rules";
import { type Pin, PinList } from "./pin-list";

/** A comment that is being written; with the id of the one that it changes. */
export interface Writing {
  id?: string;
  second: number;
  text: string;
}

interface PinNotesProps {
  media: HTMLMediaElement | null;
  pins: readonly Pin[];
  writing: Writing | null;
  onPins: (pins: Pin[]) => void;
  onWriting: (writing: Writing | null) => void;
}

/** Comments on what is heard just now: one key stops the recording and opens a field, Escape leaves it, and playing goes on. */
export function PinNotes({ media, pins, writing, onPins, onWriting }: PinNotesProps) {
  const t = useTranslations("peerReview.pins");
  const common = useTranslations("common");
  const validation = useTranslations("validation");
  const format = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState(0);
  const [removed, setRemoved] = useState<Pin>();
  const [said, setSaid] = useState("");
  const goesOn = useRef(false);
  useEffect(() => {
    if (wanted > 0) box.current?.querySelector("textarea")?.focus();
  }, [wanted]);

  const named = writing !== null && !isNameless(writing.text);
  const ready = writing !== null && !named && writing.text.trim().length >= MIN_COMMENT;
  const isThere = (id: string | undefined) => pins.some((pin) => pin.id === id);
  // The one that is being written has its place already.
  const full = pins.length + Number(writing !== null && !isThere(writing.id)) >= MAX_COMMENTS;
  const open = (next: Writing) => {
    if (media && !media.paused) {
      goesOn.current = true;
      media.pause();
    }
    onWriting(next);
    setWanted((count) => count + 1);
  };
  const begin = () => {
    if (writing) open(writing);
    else if (media && !full) open({ second: Math.floor(media.currentTime), text: "" });
  };
  const leave = () => {
    // Where the focus goes the key works again, and so do the player's.
    media?.focus();
    if (goesOn.current) void media?.play().catch(() => {});
    goesOn.current = false;
  };
  const keepWriting = ({ id = crypto.randomUUID(), second, text }: Writing) => {
    onPins([...pins.filter((pin) => pin.id !== id), { id, second, text: text.trim() }]);
    if (removed?.id === id) setRemoved(undefined);
    setSaid(t("kept", { time: format.clock(second * 1000) }));
  };
  const keep = () => {
    if (!writing || !ready) return;
    keepWriting(writing);
    onWriting(null);
    leave();
  };
  const edit = (pin: Pin) => {
    // What is being written elsewhere is kept first; as long as it can't be, it stays in its field.
    const isBegun = writing !== null && writing.id !== pin.id && writing.text.trim() !== "";
    if (isBegun && !ready) return open(writing);
    if (isBegun) keepWriting(writing);
    open(pin);
  };
  const drop = () => {
    onWriting(null);
    leave();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      keep();
    } else if (event.key === "Escape") {
      event.preventDefault();
      // What has been written stays in its field.
      if (writing?.text.trim()) leave();
      else drop();
    }
  };
  useShortcuts([["KeyC", begin]], { onMedia: true });

  return (
    <section aria-label={t("title")} tabIndex={-1} className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          look="outline"
          icon={<ChatBubbleBottomCenterTextIcon className="size-5" />}
          disabled={!media || (full && !writing)}
          aria-keyshortcuts="c"
          onClick={begin}
        >
          {t("begin")}
        </Button>
        <p className="text-sm text-ink-soft">{t(full ? "full" : "howTo", { key: "C" })}</p>
      </div>
      {writing ? (
        <div ref={box} className="grid gap-3 rounded-box border border-primary bg-primary-soft/40 p-4">
          <TextArea
            label={t("at", { time: format.clock(writing.second * 1000) })}
            help={t("fieldHelp")}
            rows={2}
            onKeyDown={press}
            error={named ? validation("ways") : undefined}
            maxLength={MAX_COMMENT}
            value={writing.text}
            onChange={({ target }) => onWriting({ ...writing, text: target.value })}
          />
          <div className="flex flex-wrap gap-2">
            <Button size="sm" disabled={!ready} onClick={keep}>
              {t("keep")}
            </Button>
            <Button size="sm" look="ghost" onClick={drop}>
              {common("cancel")}
            </Button>
          </div>
        </div>
      ) : null}
      <PinList
        pins={pins}
        media={media}
        actions={(pin) => {
          const time = format.clock(pin.second * 1000);
          return (
            <>
              <IconButton label={t("edit", { time })} className="size-9! [&_svg]:size-5!" onClick={() => edit(pin)}>
                <PencilSquareIcon />
              </IconButton>
              <IconButton
                ref={passFocusAlong}
                label={t("remove", { time })}
                className="size-9! [&_svg]:size-5!"
                onClick={() => {
                  onPins(pins.filter(({ id }) => id !== pin.id));
                  setRemoved(pin);
                }}
              >
                <TrashIcon />
              </IconButton>
            </>
          );
        }}
      />
      {removed ? (
        <p className="flex flex-wrap items-center gap-3 text-sm text-ink-soft" role="status">
          {t("removed")}
          <Button
            ref={passFocusOn}
            size="sm"
            look="outline"
            disabled={full}
            onClick={() => {
              if (!isThere(removed.id)) onPins([...pins, removed]);
              setRemoved(undefined);
            }}
          >
            {t("undo")}
          </Button>
        </p>
      ) : null}
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  );
}
