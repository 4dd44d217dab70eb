/** It stands alone, because its source is also a script. */
function holdEarlySubmits(): void {
  let waiting: EventTarget | null = null;
  // After React, which listens at the document: what it has taken is prevented by then.
  window.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    if (waiting === form) return;
    waiting = form;
    setTimeout(() => {
      waiting = null;
      if (form.isConnected) form.requestSubmit();
    }, 200);
  });
}

/**
 * Runs in the document's head: a form that is sent before the page listens would load the page anew, with all that was typed in its
 * address. It waits instead, and goes as soon as somebody takes it.
 */
export const EARLY_SUBMITS_SCRIPT = `(${holdEarlySubmits.toString()})()`;
