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
  return (
    <Notice tone="danger" icon={<Icon />} title={t(`${problem}.title`)} text={t(`${problem}.text`)}>
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
