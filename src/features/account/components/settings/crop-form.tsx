"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import Cropper from "react-easy-crop";
import { authorization, toApiError, trpc } from "@/trpc/client";
import { loadUploader } from "@/trpc/uploader";
import { Button } from "@/ui/button";
import { useObjectUrl } from "@/ui/hooks";
import { notify } from "@/ui/toast";

/** A square in pixels of the upright picture. */
interface Crop {
  x: number;
  y: number;
  size: number;
}

/** Chooses the square of a picture that is to show, and sends the picture; the server cuts it out. */
export function CropForm({ file, onDone }: { file: File; onDone: () => void }) {
  const t = useTranslations("account.profile");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const url = useObjectUrl(file);
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [crop, setCrop] = useState<Crop>();
  const [readable, setReadable] = useState(true);
  const [busy, setBusy] = useState(false);

  const use = async () => {
    if (!crop) return;
    setBusy(true);
    try {
      const { uploadFiles } = await loadUploader();
      const [sent] = await uploadFiles("avatar", { files: [file], input: crop, headers: authorization() });
      if (!sent?.serverData?.avatar) return notify("error", t("unreadable"));
      await utils.account.invalidate();
      onDone();
    } catch (error) {
      notify("error", toApiError(error).message ?? t("pictureFailed"));
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="grid gap-4">
      <p>{t(readable ? "cropHelp" : "unreadable")}</p>
      <div className="relative h-64 overflow-hidden rounded-box bg-sunken" dir="ltr">
        {url && readable ? (
          <Cropper
            image={url}
            crop={position}
            zoom={zoom}
            aspect={1}
            cropShape="round"
            showGrid={false}
            onCropChange={setPosition}
            onZoomChange={setZoom}
            onCropComplete={(_, { x, y, width }) =>
              setCrop({ x: Math.max(0, Math.round(x)), y: Math.max(0, Math.round(y)), size: Math.round(width) })
            }
            mediaProps={{ onError: () => setReadable(false) }}
          />
        ) : null}
      </div>
      <label className="flex items-center gap-3 font-semibold text-ink">
        {t("zoom")}
        <input
          type="range"
          min={1}
          max={3}
          step={0.05}
          value={zoom}
          disabled={!readable}
          onChange={(event) => setZoom(Number(event.target.value))}
          className="h-6 grow accent-primary"
        />
      </label>
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="outline" onClick={onDone}>
          {common("cancel")}
        </Button>
        <Button busy={busy} disabled={!crop || !readable} onClick={use}>
          {busy ? t("uploading") : t("use")}
        </Button>
      </div>
    </div>
  );
}
