"use client";

import { type KeyboardEvent, type SyntheticEvent, useRef, useState } from "react";
import { fullName } from "@/lib/names";
import { trpc } from "@/trpc/client";
import { isComposing } from "@/ui/editing/enter";
import { mentionAt, type Named } from "../rules";

/** Names that are offered at once. */
const MOST = 6;

interface Mentions {
  workspaceId: string;
  text: string;
  onPick: (text: string, person: Named) => void;
}

/** People of the workspace that are offered while somebody types behind a sign in a text. */
export function useMentions({ workspaceId, text, onPick }: Mentions) {
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const field = useRef<HTMLTextAreaElement>(null);
  const found = caret === null ? null : mentionAt(text, caret);
  const members = trpc.trades.members.list.useQuery({ workspaceId }, { enabled: found !== null });
  const wanted = found?.query.toLocaleLowerCase() ?? "";
  const people = found
    ? (members.data?.data ?? [])
        .map((person) => ({ uid: person.uid, name: fullName(person) }))
        .filter(({ name }) => name && (name.toLocaleLowerCase().startsWith(wanted) || name.toLocaleLowerCase().includes(` ${wanted}`)))
        .slice(0, MOST)
    : [];
  const at = Math.min(active, people.length - 1);

  const pick = (person: Named) => {
    if (!found || caret === null) return;
    const before = `${text.slice(0, found.from)}@${person.name} `;
    onPick(before + text.slice(caret).replace(/^ /, ""), person);
    setCaret(null);
    // After the text stands there.
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(before.length, before.length);
    });
  };
  const look = ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) => {
    field.current = currentTarget;
    const { selectionStart, selectionEnd } = currentTarget;
    setCaret(selectionStart === selectionEnd ? selectionStart : null);
    setActive(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (people.length === 0 || isComposing(event)) return;
    const person = people[at];
    if (event.key === "ArrowDown") setActive((at + 1) % people.length);
    else if (event.key === "ArrowUp") setActive((at + people.length - 1) % people.length);
    else if (event.key === "Escape") setCaret(null);
    else if ((event.key === "Enter" || event.key === "Tab") && person) pick(person);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { people, active: at, pick, look, onKeyDown, close: () => setCaret(null) };
}
