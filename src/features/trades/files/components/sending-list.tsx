"use client";

import { ArrowPathIcon, XMarkIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { IconButton } from "@/ui/button";
import { passFocusAlong, passFocusOn } from "@/ui/pass-focus-on";
import type { Sending } from "../hooks/sendings";

interface SendingListProps {
  sendings: Sending[];
  onRetry: (sending: Sending) => void;
  onLeaveOut: (uid: string) => void;
}

/** Files that are on their way, and those that were refused. */
export function SendingList({ sendings, onRetry, onLeaveOut }: SendingListProps) {
  const t = useTranslations("trades.files");
  const format = useFormat();
  if (sendings.length === 0) return null;
  return (
    <ul className="my-3 grid grid-cols-1 gap-2">
      {sendings.map((sending) => {
        const { uid, file, share, problem, again } = sending;
        const { name } = file;
        return (
          <li key={uid} className="flex items-center gap-2 rounded-box border border-line ps-3">
            <div className="min-w-0 grow py-2 pe-3 text-sm">
              <p className="truncate font-medium" dir="auto">
                {name}
              </p>
              {problem ? (
                <p role="alert" className="font-medium text-danger">
                  {problem}
                </p>
              ) : (
                <progress
                  aria-label={t("sending", { name })}
                  aria-valuetext={format.percent(share)}
                  value={share}
                  className="mt-1 h-1.5 w-full appearance-none overflow-clip rounded-full bg-line [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-primary"
                />
              )}
            </div>
            {again ? (
              <IconButton ref={passFocusOn} label={t("retry", { name })} onClick={() => onRetry(sending)}>
                <ArrowPathIcon />
              </IconButton>
            ) : null}
            {problem ? (
              <IconButton ref={passFocusAlong} label={t("leaveOut", { name })} onClick={() => onLeaveOut(uid)}>
                <XMarkIcon />
              </IconButton>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
