"use client";

import {
  ArchiveBoxXMarkIcon,
  BoltSlashIcon,
  ComputerDesktopIcon,
  ExclamationTriangleIcon,
  LockClosedIcon,
  NoSymbolIcon,
  VideoCameraSlashIcon,
} from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import type { ComponentType, ReactNode } from "react";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/card";
import { INSTALLED, TOUCH, useMedia } from "@/ui/hooks";
import { passFocusOn } from "@/ui/pass-focus-on";
import type { MediaProblem } from "../hooks/media";

const ICONS: Record<MediaProblem, ComponentType> = {
  unsupported: ComputerDesktopIcon,
  insecure: LockClosedIcon,
  denied: NoSymbolIcon,
  noMicrophone: BoltSlashIcon,
  noCamera: VideoCameraSlashIcon,
  inUse: ExclamationTriangleIcon,
  unplugged: BoltSlashIcon,
  diskFull: ArchiveBoxXMarkIcon,
  failed: ExclamationTriangleIcon,
};

/** Each reason why no recording can be made, in words, with its way on. */
export function ProblemNotice({
  problem,
  onRetry,
  onAudioOnly,
  children,
}: {
  problem: MediaProblem;
  onRetry: () => void;
  onAudioOnly?: () => void;
  children?: ReactNode;
}) {
  const t = useTranslations("practice.problem");
  const Icon = ICONS[problem];
  const [installed, touch] = [useMedia(INSTALLED), useMedia(TOUCH)];
  const way = () => {
    // An installed app shows no address to click beside, and a phone has nothing to plug in.
    if (installed && problem === "denied") return t("denied.installed");
    if (touch && (problem === "denied" || problem === "unplugged")) return t(`${problem}.touch`);
    return t(`${problem}.text`);
  };
  return (
    <Notice tone="danger" icon={<Icon />} title={t(`${problem}.title`)} text={way()}>
      <Button ref={passFocusOn} onClick={onRetry}>
        {t("retry")}
      </Button>
      {onAudioOnly ? (
        <Button ref={passFocusOn} look="outline" onClick={onAudioOnly}>
          {t("audioOnly")}
        </Button>
      ) : null}
      {children}
    </Notice>
  );
}
