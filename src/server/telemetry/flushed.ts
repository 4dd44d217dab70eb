/** How long the end of the process waits for a collector, in milliseconds. */
const FLUSH_MS = 1500;

/** Waits until what was noted is sent, and no longer than the end of a process may take. */
export async function flushed(sent: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, FLUSH_MS);
  });
  await Promise.race([sent, late]);
  clearTimeout(timer);
}
