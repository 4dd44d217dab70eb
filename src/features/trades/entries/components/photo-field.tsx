"use client";

import { ArrowPathIcon, CameraIcon, PhotoIcon, XMarkIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { PICTURE_TYPES } from "@/lib/file-kinds";
import type { FormAnswer, FormField } from "@/lib/form-definitions";
import { IconButton } from "@/ui/button";
import { passFocusAlong, passFocusOn } from "@/ui/pass-focus-on";
import { Spinner } from "@/ui/spinner";
import { Picker } from "../../files/components/file-pickers";
import { FileButton } from "../../files/components/file-viewer";
import type { Photos } from "../hooks/use-photos";

interface PhotoFieldProps {
  workspaceId: string;
  field: Extract<FormField, { kind: "photo" }>;
  answer: FormAnswer | undefined;
  photos: Photos;
  onAnswer: (answer: FormAnswer | null) => void;
}

/** Photos that were taken, and ways to take more. */
export function PhotoField({ workspaceId, field, answer, photos, onAnswer }: PhotoFieldProps) {
  const t = useTranslations("trades.entries");
  const format = useFormat();
  const sent = answer?.kind === "photo" ? answer.photos : [];
  const going = photos.photos.filter(({ fieldId }) => fieldId === field.id);
  const room = field.most - sent.length - going.length;
  const nameOf = (at: number) => t("photo", { number: format.number(at + 1) });
  const choose = (files: File[]) => photos.add(field.id, files.slice(0, Math.max(0, room)));
  return (
    <div tabIndex={-1} className="grid gap-3">
      {sent.length + going.length > 0 ? (
        <ul className="grid gap-2">
          {sent.map((uid, at) => (
            <li key={uid} className="flex items-center gap-2 rounded-box border border-line ps-2">
              <div className="min-w-0 grow py-1">
                <FileButton workspaceId={workspaceId} file={{ uid, name: nameOf(at), type: "image/jpeg" }} />
              </div>
              <IconButton
                ref={passFocusAlong}
                label={t("leavePhotoOut", { name: nameOf(at) })}
                onClick={() => {
                  const left = sent.filter((one) => one !== uid);
                  onAnswer(left.length > 0 ? { kind: "photo", photos: left } : null);
                }}
              >
                <XMarkIcon />
              </IconButton>
            </li>
          ))}
          {going.map(({ uid, url, preparing, unkept, problem, again }, at) => (
            <li key={uid} className="flex items-center gap-2 rounded-box border border-line ps-2">
              {/* biome-ignore lint/performance/noImgElement: a picture of this device is nothing for an image optimiser */}
              <img src={url} alt="" className="size-11 shrink-0 rounded-sm bg-sunken object-cover" />
              <div className="min-w-0 grow py-2 text-sm">
                <p className="font-medium">{nameOf(sent.length + at)}</p>
                {problem ? (
                  <p role="alert" className="font-medium text-danger">
                    {problem}
                  </p>
                ) : photos.waiting && !preparing ? null : (
                  <p className="flex items-center gap-2 text-ink-soft">
                    <Spinner className="size-4" />
                    {t(preparing ? "photoPreparing" : "photoGoing")}
                  </p>
                )}
                {unkept ? (
                  <p role="alert" className="font-medium text-danger">
                    {t("photoUnkept")}
                  </p>
                ) : !preparing && (again || (photos.waiting && !problem)) ? (
                  <p className="text-ink-soft">{t("photoKept")}</p>
                ) : null}
              </div>
              {again && !photos.waiting ? (
                <IconButton ref={passFocusOn} label={t("photoAgain", { name: nameOf(sent.length + at) })} onClick={() => photos.retry(uid)}>
                  <ArrowPathIcon />
                </IconButton>
              ) : null}
              {problem || (photos.waiting && !preparing) ? (
                <IconButton
                  ref={passFocusAlong}
                  label={t("leavePhotoOut", { name: nameOf(sent.length + at) })}
                  onClick={() => photos.leaveOut(uid)}
                >
                  <XMarkIcon />
                </IconButton>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {room > 0 ? (
        <div className="flex flex-wrap gap-2">
          <Picker label={t("takePhoto")} icon={<CameraIcon className="size-5" />} accept="image/*" camera onChoose={choose} />
          <Picker label={t("choosePhotos")} icon={<PhotoIcon className="size-5" />} accept={PICTURE_TYPES.join(",")} onChoose={choose} />
        </div>
      ) : null}
      <p className="text-sm text-ink-soft">{t("mostPhotos", { count: field.most })}</p>
    </div>
  );
}
