/** What takes the focus where a control within it goes: whatever is marked as able to have it. */
export const focusHolder = (control: Element): HTMLElement | null => control.parentElement?.closest<HTMLElement>("[tabindex]") ?? null;

/**
 * As the `ref` of a control, or of what holds it, that takes itself away once it has done its work: where it has the focus then, the nearest part around it with a
 * `tabIndex` gets it, so that whoever uses the keyboard goes on from there and not from the top of the page.
 */
export function passFocusOn(control: HTMLElement | null) {
  if (!control) return;
  const holder = focusHolder(control);
  return () => {
    if (!control.contains(document.activeElement)) return;
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) holder?.focus({ preventScroll: true });
    });
  };
}
