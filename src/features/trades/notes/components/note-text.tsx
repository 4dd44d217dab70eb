"use client";

import { useTranslations } from "next-intl";
import { type Named, noteParts } from "../rules";

/** What a note says, with people by their names. */
export function NoteText({ body, people }: { body: string; people: readonly Named[] }) {
  const trades = useTranslations("trades");
  if (!body) return null;
  return (
    <p dir="auto" className="whitespace-pre-line wrap-anywhere">
      {noteParts(body).map((part, at) =>
        "text" in part ? (
          part.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have nothing but their places
          <bdi key={at} className="font-semibold text-primary-text">
            @{people.find(({ uid }) => uid === part.mention)?.name ?? trades("left")}
          </bdi>
        ),
      )}
    </p>
  );
}
