/**
 * Scrolls a box so that something in it is seen: no further than it takes downwards, to the middle sideways. `scrollIntoView` would do
 * it, but browsers take what was scrolled to for the place at which the next Tab begins (HTML, "sequential focus navigation starting
 * point"): the link that skips the menu would be skipped itself.
 */
export function showWithin(box: Element | null, element: Element | null | undefined): void {
  if (!box || !element) return;
  const outer = box.getBoundingClientRect();
  const inner = element.getBoundingClientRect();
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
  box.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}
