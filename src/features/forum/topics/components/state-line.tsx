"use client";

import { ArchiveBoxIcon, LockClosedIcon, TrashIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import type { TopicState } from "@/lib/enums/forum";

/** Why nothing can be written here, where that is so. */
export function StateLine({ state }: { state: TopicState }) {
  const t = useTranslations("forum.topic");
  if (state === "open") return null;
  return (
    <p className="flex items-center gap-2.5 rounded-box bg-sunken px-4 py-3 text-ink-soft [&_svg]:size-5 [&_svg]:shrink-0">
      {state === "locked" ? <LockClosedIcon /> : state === "deleted" ? <TrashIcon /> : <ArchiveBoxIcon />}
      {t(`closed.${state}`)}
    </p>
  );
}
