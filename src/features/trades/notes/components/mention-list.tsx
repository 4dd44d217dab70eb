"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import type { Named } from "../rules";

interface MentionListProps {
  id: string;
  people: Named[];
  /** Which of them Enter picks. */
  active: number;
  onPick: (person: Named) => void;
}

export const optionId = (list: string, at: number): string => `${list}-${at}`;

/** Who may be meant by what is typed behind a sign. The focus stays in the text. */
export function MentionList({ id, people, active, onPick }: MentionListProps) {
  const t = useTranslations("trades.notes");
  if (people.length === 0) return null;
  return (
    <div id={id} role="listbox" aria-label={t("mention")} className="-mt-2 rounded-box border border-line bg-surface p-1.5 shadow-float">
      {people.map((person, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the keys of the text pick, which keeps the focus
        <div
          key={person.uid}
          id={optionId(id, at)}
          role="option"
          aria-selected={at === active}
          // Before the text would lose the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(person)}
          className={clsx(
            "flex min-h-11 cursor-pointer items-center rounded-box px-3 font-medium hover:bg-sunken",
            at === active && "bg-sunken",
          )}
        >
          <bdi className="truncate">{person.name}</bdi>
        </div>
      ))}
    </div>
  );
}
