/** What takes the focus where a control within it goes: whatever is marked as able to have it. */
export const focusHolder = (control: Element): HTMLElement | null => control.parentElement?.closest<HTMLElement>("[tabindex]") ?? null;

/** A menu's button has the focus back only some time after something was chosen: until then what it names has it. */
const hasFocus = (control: HTMLElement) =>
  control.contains(document.activeElement) ||
  (control.id !== "" && document.activeElement?.closest(`[role="menu"][aria-labelledby="${control.id}"]`) != null);

/** Where the focus was in what goes, the first of its heirs gets it that is able to. */
function bequeath(control: HTMLElement, heirs: () => (HTMLElement | null | undefined)[]): void {
  if (!hasFocus(control)) return;
  requestAnimationFrame(() => {
    for (const heir of heirs()) if (document.activeElement === document.body) heir?.focus({ preventScroll: heir.tabIndex < 0 });
  });
}

/** What was around it may have gone with it. */
const around = (holder: HTMLElement | null) => (holder?.isConnected ? holder : document.getElementById("main"));

/**
 * As the `ref` of a control, or of what holds it, that takes itself away once it has done its work: where it has the focus then, the nearest part around it with a
 * `tabIndex` gets it, so that whoever uses the keyboard goes on from there and not from the top of the page.
 */
export function passFocusOn(control: HTMLElement | null) {
  if (!control) return;
  const holder = focusHolder(control);
  return () => bequeath(control, () => [around(holder)]);
}

/** The same for what removes a row it stands in: the like of it has the focus then, in the row that takes the place or in the last one. */
export function passFocusAlong(control: HTMLElement | null) {
  if (!control) return;
  const holder = focusHolder(control);
  control.dataset.removes = "";
  const all = () =>
    [...(holder?.querySelectorAll<HTMLElement>("[data-removes]") ?? [])].filter((remover) => focusHolder(remover) === holder);
  return () => {
    const at = all().indexOf(control);
    bequeath(control, () => [all()[at] ?? all().at(-1), around(holder)]);
  };
}

/** The same for what goes to another part of the page: it has the focus there, where its `id` tells that it is the same. */
export function takeFocusAlong(control: HTMLElement | null) {
  if (!control) return;
  const holder = focusHolder(control);
  return () => bequeath(control, () => [document.getElementById(control.id), around(holder)]);
}
