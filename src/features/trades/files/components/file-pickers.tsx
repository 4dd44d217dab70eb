"use client";

import { CameraIcon, PaperClipIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef } from "react";
import { Button } from "@/ui/button";
import { WORKSPACE_FILE_TYPES } from "../rules";

/** Ways to choose files: from the device, and on what is held in a hand with its camera. */
export function FilePickers({ onChoose }: { onChoose: (files: File[]) => void }) {
  const t = useTranslations("trades.files");
  return (
    <>
      <Picker label={t("add")} icon={<PaperClipIcon className="size-5" />} accept={WORKSPACE_FILE_TYPES.join(",")} onChoose={onChoose} />
      <Picker
        label={t("camera")}
        icon={<CameraIcon className="size-5" />}
        accept="image/*"
        camera
        className="pointer-fine:hidden"
        onChoose={onChoose}
      />
    </>
  );
}

interface PickerProps {
  label: string;
  icon: ReactNode;
  accept: string;
  camera?: boolean;
  className?: string;
  onChoose: (files: File[]) => void;
}

/** A button that opens the choice of files, or the camera. */
export function Picker({ label, icon, accept, camera = false, className = "", onChoose }: PickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look="outline" icon={icon} className={className} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        multiple={!camera}
        {...(camera ? { capture: "environment" as const } : {})}
        accept={accept}
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])]);
          // The same file may be chosen again.
          event.target.value = "";
        }}
      />
    </>
  );
}
