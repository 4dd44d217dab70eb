"use client";

import { Toaster as Sonner, toast } from "sonner";
import { TOAST } from "@/lib/constants";

/** A way back, or on, stands longer than a word: who uses the keyboard has to get there. Under the pointer or the focus it stays. */
const WAY_MS = 12_000;
const BUTTON = "ms-auto min-h-9 shrink-0 rounded-box px-3 font-semibold text-primary-text hover:bg-sunken";

export type ToastKind = "success" | "error" | "warning" | "info";

/** Shows a toast. The same text of the same kind stands only once: showing it again starts its time anew. */
export function notify(kind: ToastKind, text: string): void {
  toast[kind](text, { id: `${kind}:${text}` });
}

/** Somebody else is here, or nobody: neither words nor ways back are for them. */
export const forgetToasts = (): void => void toast.dismiss();

/**
 * Says what was done, with a way back for as long as it stands.
 * @param undo tells by rejecting that it was not taken back: then the way is offered anew
 */
export function offerUndo(text: string, label: string, undo: () => Promise<unknown>): void {
  offer("success", text, label, () => void undo().catch(() => offerUndo(text, label, undo)));
}

/** Says what became of something, with the way to it for as long as it stands. */
export function offerWay(text: string, label: string, go: () => void): void {
  offer("info", text, label, go);
}

function offer(kind: ToastKind, text: string, label: string, act: () => void): void {
  const id = crypto.randomUUID();
  let done = false;
  const press = () => {
    done = true;
    toast.dismiss(id);
    act();
  };
  // The library lets time stand still under the pointer alone.
  const show = (duration: number) => {
    if (done) return;
    const [stay, goOn] = [() => show(Number.POSITIVE_INFINITY), () => show(WAY_MS)];
    const action = (
      <button type="button" className={BUTTON} onFocus={stay} onBlur={goOn} onClick={press}>
        {label}
      </button>
    );
    toast[kind](text, { id, duration, action });
  };
  show(WAY_MS);
}

export function Toaster({ label }: { label: string }) {
  return (
    <Sonner
      position={TOAST.position}
      duration={TOAST.durationMs}
      visibleToasts={TOAST.limit}
      expand
      dir="auto"
      // From right to left the library sets its column on phones off to one side.
      className="max-[600px]:inset-x-4! print:hidden!"
      containerAriaLabel={label}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-full items-center font-sans gap-3 rounded-box border border-line bg-surface px-4 py-3 text-[0.95rem] font-medium text-ink shadow-float",
          success: "[&_[data-icon]]:text-success",
          error: "[&_[data-icon]]:text-danger",
          warning: "[&_[data-icon]]:text-warning",
          info: "[&_[data-icon]]:text-info",
        },
      }}
    />
  );
}
