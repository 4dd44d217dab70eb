import clsx from "clsx";
import { AVATAR_GROUP_MAX } from "@/lib/constants";

interface Person {
  name: string;
  avatar: string | null;
}

/** Somebody's picture, or how their name begins. Who it is stands beside it in words. */
export function Face({ person, className }: { person: Person | null; className: string }) {
  const shape = clsx("shrink-0 rounded-full", className);
  // biome-ignore lint/performance/noImgElement: the server made it in the size that is shown, and its address needs no optimiser
  if (person?.avatar) return <img src={person.avatar} alt="" className={clsx(shape, "bg-sunken object-cover")} />;
  const initials = (person?.name ?? "")
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? "")
    .join("")
    .toLocaleUpperCase();
  return (
    <span className={clsx(shape, "grid place-items-center bg-primary-soft font-bold text-primary-text")} aria-hidden="true">
      {initials}
    </span>
  );
}

/** Who has written somewhere, four at most; `more` says how many others. */
export function Faces({ people, label, more }: { people: (Person & { handle: string })[]; label: string; more: string | null }) {
  return (
    <div className="flex items-center" role="img" aria-label={label}>
      {people.slice(0, AVATAR_GROUP_MAX).map((person) => (
        <Face key={person.handle} person={person} className="-ms-2 size-8 border-2 border-surface text-xs first:ms-0" />
      ))}
      {more ? (
        <span className="-ms-2 grid h-8 min-w-8 place-items-center rounded-full border-2 border-surface bg-sunken px-1 text-xs font-semibold text-ink-soft tabular">
          {more}
        </span>
      ) : null}
    </div>
  );
}
