"use client";

import { ArrowDownIcon, ArrowLeftIcon, ArrowRightIcon, ArrowUpIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import Cropper from "react-easy-crop";
import { authorization, trpc } from "@/trpc/client";
import { loadUploader } from "@/trpc/uploader";
import { useErrorMessage } from "@/trpc/use-error";
import { IconButton } from "@/ui/button";
import { Alert } from "@/ui/card";
import { DialogActions } from "@/ui/dialog-actions";
import { useObjectUrl } from "@/ui/hooks";
import { notify } from "@/ui/toast";

/** How far an arrow key moves the picture, in pixels of the screen; with Shift a fifth of it. */
const KEY_STEP = 10;

/** None of them turns with the language: they are about the picture. */
const MOVES = [
  ["left", "ArrowLeft", ArrowLeftIcon],
  ["up", "ArrowUp", ArrowUpIcon],
  ["down", "ArrowDown", ArrowDownIcon],
  ["right", "ArrowRight", ArrowRightIcon],
] as const;

/** White beside what is dimmed: to be seen on every picture. */
const FOCUS = "focus-visible:outline-3! focus-visible:-outline-offset-3! focus-visible:outline-white!";

/** A square in pixels of the upright picture. */
interface Crop {
  x: number;
  y: number;
  size: number;
}

interface CropProps {
  file: File;
  onDone: () => void;
  onChooseOther: () => void;
}

/** Chooses the square of a picture that is to show, and sends the picture; the server cuts it out. */
export function CropForm({ file, onDone, onChooseOther }: CropProps) {
  const t = useTranslations("account.profile");
  const common = useTranslations("common");
  const errorMessage = useErrorMessage();
  const utils = trpc.useUtils();
  const url = useObjectUrl(file);
  const help = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [crop, setCrop] = useState<Crop>();
  const [readable, setReadable] = useState(true);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  /** What an arrow key does, for whoever can neither drag nor has keys: the library keeps the picture within its frame. */
  const press = (key: string) => {
    const area = frame.current?.querySelector("[tabindex]");
    for (const type of ["keydown", "keyup"]) area?.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true }));
  };

  /** The dialog may have been closed meanwhile. */
  const tell = (words: string) => (frame.current ? setProblem(words) : notify("error", words));

  const use = async () => {
    if (!crop) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const { uploadFiles } = await loadUploader();
      const [sent] = await uploadFiles("avatar", {
        files: [file],
        input: crop,
        headers: () => ({ "accept-language": document.documentElement.lang, ...authorization() }),
      });
      const outcome = sent?.serverData;
      if (!outcome?.avatar) return tell(outcome ? t("unreadable") : common("offline"));
      await utils.account.invalidate();
      onDone();
    } catch (error) {
      tell(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };

  if (!readable)
    return (
      <div className="grid gap-6">
        <Alert tone="danger">{t("unreadable")}</Alert>
        <DialogActions onCancel={onDone} onClick={onChooseOther}>
          {t("choose")}
        </DialogActions>
      </div>
    );
  return (
    <div className="grid gap-4">
      <p id={help}>{t("cropHelp")}</p>
      <div ref={frame} className="relative h-64 overflow-hidden rounded-box bg-sunken" dir="ltr">
        {url ? (
          <Cropper
            image={url}
            crop={position}
            zoom={zoom}
            aspect={1}
            cropShape="round"
            showGrid={false}
            classes={{ cropAreaClassName: FOCUS }}
            keyboardStep={KEY_STEP}
            cropperProps={{ role: "application", "aria-label": t("cropTitle"), "aria-describedby": help }}
            onCropChange={setPosition}
            onZoomChange={setZoom}
            onCropComplete={(_, { x, y, width }) =>
              setCrop({ x: Math.max(0, Math.round(x)), y: Math.max(0, Math.round(y)), size: Math.round(width) })
            }
            mediaProps={{ onError: () => setReadable(false) }}
          />
        ) : null}
      </div>
      <div className="flex justify-center gap-1" dir="ltr">
        {MOVES.map(([where, key, Icon]) => (
          <IconButton key={key} label={t(`move.${where}`)} onClick={() => press(key)}>
            <Icon />
          </IconButton>
        ))}
      </div>
      <label className="flex items-center gap-3 font-semibold text-ink">
        {t("zoom")}
        <input
          type="range"
          min={1}
          max={3}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
          className="h-6 grow accent-primary"
        />
      </label>
      {problem ? <Alert tone="danger">{problem}</Alert> : null}
      <DialogActions onCancel={onDone} busy={busy} disabled={!crop} onClick={use}>
        {busy ? t("uploading") : t("use")}
      </DialogActions>
    </div>
  );
}
