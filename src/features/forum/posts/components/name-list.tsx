"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { Face } from "../../members/components/face";

export interface Named {
  uid: string;
  handle: string;
  name: string;
  avatar: string | null;
}

const intoSight = (option: HTMLElement | null) => option?.scrollIntoView({ block: "nearest" });

/** Those who may be meant. The focus stays in the field, which says which of them is chosen. */
export function NameList({
  id,
  people,
  active,
  above = false,
  onChoose,
}: {
  id: string;
  people: Named[];
  active: number;
  /** Upwards from where it stands: a chat's field lies at the very bottom. */
  above?: boolean;
  onChoose: (person: Named) => void;
}) {
  const t = useTranslations("forum.editor");
  return (
    <div className="relative">
      <p role="status" className="sr-only">
        {people.length > 0 ? t("names", { count: people.length }) : ""}
      </p>
      {people.length > 0 ? (
        <div
          id={id}
          role="listbox"
          aria-label={t("namesLabel")}
          className={clsx(
            "absolute inset-x-0 z-30 max-w-sm rounded-box border border-line bg-surface p-1.5 shadow-float",
            above ? "bottom-1 max-h-52 overflow-y-auto" : "top-1",
          )}
        >
          {people.map((person, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field's keys choose
            <div
              key={person.uid}
              id={`${id}-${at}`}
              ref={at === active ? intoSight : undefined}
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(person)}
              className={clsx("flex min-h-11 cursor-pointer items-center gap-2.5 rounded-box px-2.5", at === active && "bg-sunken")}
            >
              <Face person={person} className="size-7 text-xs" />
              <span className="min-w-0 truncate">
                <bdi className="font-medium">{person.name}</bdi>{" "}
                <bdi className="text-sm text-ink-soft" dir="ltr">
                  @{person.handle}
                </bdi>
              </span>
            </div>
          ))}
        </div>
      ) : null}
    </div>
  );
}
