"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { ButtonLink } from "@/ui/button";
import { Alert } from "@/ui/card";

/** From how many left on it is worth a word. */
const FEW_TAKES = 3;
/** Room for about one long video, in bytes. */
const LITTLE_ROOM = 150e6;

/**
 * Before somebody records: how much of it can still be saved, and what becomes of the rest. Nobody is kept from recording.
 * @param planned how many takes are about to be recorded
 */
export function RoomNotice({ planned = 1 }: { planned?: number }) {
  const t = useTranslations("subscription.limits");
  const format = useFormat();
  const usage = trpc.subscription.usage.useQuery();
  if (!usage.data) return null;
  const { entitlements, takes, storedBytes } = usage.data.data;
  const limit = entitlements.storedTakesPerWeek;
  const left = limit === null ? Number.POSITIVE_INFINITY : Math.max(0, limit - takes.used);
  const room = entitlements.storageBytes - storedBytes;
  const sentence =
    left === 0 && takes.nextFreeAt && limit !== null
      ? t("takesReached", { limit: format.number(limit), date: format.dateTime(takes.nextFreeAt) })
      : planned > 1 && left < planned
        ? t("takesShort", { left, rest: planned - left })
        : room <= 0
          ? t("storageReached", { limit: format.size(entitlements.storageBytes) })
          : room < LITTLE_ROOM
            ? t("storageLow", { left: format.size(room) })
            : left <= FEW_TAKES
              ? t("takesLeft", { left })
              : null;
  if (!sentence) return null;
  return (
    <Alert tone={left < planned || room <= 0 ? "warning" : "info"}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-60">{sentence}</p>
        <ButtonLink href="/dashboard/subscription" size="sm" look="outline">
          {t("plans")}
        </ButtonLink>
      </div>
    </Alert>
  );
}
