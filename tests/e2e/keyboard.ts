import { expect, type Locator } from "@playwright/test";

/** Goes there by the Tab key alone, as far as it takes. */
export async function tabTo(target: Locator, most = 120): Promise<void> {
  await expect(target).toBeVisible();
  // At a page's end Tab goes on to the browser's own buttons, from which not every browser without a window comes back.
  const back = await target.evaluate(
    (element) => document.activeElement && element.compareDocumentPosition(document.activeElement) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  for (let presses = 0; presses < most; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await target.page().keyboard.press(back ? "Shift+Tab" : "Tab");
  }
  await expect(target, "the Tab key leads there").toBeFocused();
}

/** Enter as Safari tells of it while letters of a word are chosen, which it takes: by a key code alone. */
export const pressComposingEnter = (field: Locator): Promise<void> =>
  field.evaluate((element) => {
    element.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", keyCode: 229, bubbles: true, cancelable: true }));
  });
