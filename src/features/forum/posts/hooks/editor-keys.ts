import type { KeyboardEvent } from "react";
import { entersLines, isComposing } from "@/ui/editing/enter";
import type { Named } from "../components/name-list";
import type { TextMark } from "./text-edits";
import type { useNames } from "./use-names";

interface Doings {
  names: ReturnType<typeof useNames>;
  chat: boolean;
  onChoose: (person: Named) => void;
  onMark: (what: TextMark) => void;
  onSubmit: () => void;
}

/** What keys do in the editor: they choose among names while some are offered, send, and make letters bold or slanted. */
export const editorKeys =
  ({ names, chat, onChoose, onMark, onSubmit }: Doings) =>
  (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (isComposing(event)) return;
    if (names.people.length > 0) {
      const person = names.people[names.active];
      const acts: Record<string, () => void> = {
        // biome-ignore-start lint/correctness/noComponentHookFactories: names of keys, not of components
        ArrowDown: () => names.move(1),
        ArrowUp: () => names.move(-1),
        Enter: () => person && onChoose(person),
        Tab: () => person && onChoose(person),
        Escape: () => names.close(),
        // biome-ignore-end lint/correctness/noComponentHookFactories: as above
      };
      const act = acts[event.key];
      if (act && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
        event.preventDefault();
        act();
        return;
      }
    }
    const command = event.ctrlKey || event.metaKey;
    if (event.key === "Enter" && (command || (chat && !event.shiftKey && !entersLines()))) {
      event.preventDefault();
      onSubmit();
    } else if (command && !event.shiftKey && !event.altKey && (event.key === "b" || event.key === "i")) {
      event.preventDefault();
      onMark(event.key === "b" ? "bold" : "italic");
    }
  };
