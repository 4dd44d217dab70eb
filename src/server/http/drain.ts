import type http from "node:http";

/** In-flight requests get this long at a stop before their connections are cut, in milliseconds. Uploads that are cut go on elsewhere. */
const DRAIN_MS = 5000;
/** How often connections whose answer has just ended are looked for. */
const IDLE_CHECK_MS = 50;
/** A turn of the event loop that takes no longer, in milliseconds, is one in which nothing was to be done. */
const QUIET_MS = 0.5;
/** A process that is never quiet closes its port by then, in milliseconds. */
const QUIET_BY_MS = 1000;

/** Takes no connection any more, and waits until all have had their answers. */
export async function drain(server: http.Server): Promise<void> {
  await nobodyWaits(server);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // One whose answer ends later, such as a live stream's, would be kept for its caller's next request.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(timer);
}

/**
 * Until a turn of the event loop has brought no connection. The system takes them before the process does, one a turn: those that it still
 * holds when the port is closed are cut, with what they ask, and a balancer cannot know whether that was begun.
 */
function nobodyWaits(server: http.Server): Promise<void> {
  return new Promise((resolve) => {
    const begun = performance.now();
    let last = begun;
    let came = true;
    const onConnection = () => {
      came = true;
    };
    server.on("connection", onConnection);
    const look = () => {
      const now = performance.now();
      if ((!came && now - last < QUIET_MS) || now - begun > QUIET_BY_MS) {
        server.off("connection", onConnection);
        return resolve();
      }
      came = false;
      last = now;
      setImmediate(look);
    };
    setImmediate(look);
  });
}
