import net from "node:net";
import { setTimeout as wait } from "node:timers/promises";

export interface SlowNetwork {
  /** The address that browsers use; everything passes through here. */
  url: string;
  /** Where to send it: known once the app runs. */
  lead(to: string): void;
  /** Upstream bytes a second, for each connection. */
  limit(bytesPerSecond: number): void;
  /** Breaks every connection and refuses new ones, until restored. */
  cut(): void;
  restore(): void;
  close(): Promise<void>;
}

/** A network between the browser and the app that can be slow and can go away, on loopback. */
export async function slowNetwork(): Promise<SlowNetwork> {
  let port = 0;
  let rate = Number.POSITIVE_INFINITY;
  let away = false;
  const sockets = new Set<net.Socket>();

  const server = net.createServer((browser) => {
    if (away) return browser.destroy();
    const app = net.connect(port, "127.0.0.1");
    for (const socket of [browser, app]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        browser.destroy();
        app.destroy();
      });
    }
    app.pipe(browser);
    browser.on("data", async (chunk) => {
      browser.pause();
      for (let at = 0; at < chunk.length && !app.destroyed; ) {
        // Ten slices a second; without a limit, the chunk as it is.
        const size = Number.isFinite(rate) ? Math.ceil(rate / 10) : chunk.length;
        app.write(chunk.subarray(at, at + size));
        at += size;
        if (Number.isFinite(rate)) await wait(100);
      }
      browser.resume();
    });
    browser.on("end", () => app.end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://localhost:${(server.address() as net.AddressInfo).port}`;
  const cut = () => {
    away = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url,
    lead: (to) => {
      port = Number(new URL(to).port);
    },
    limit: (bytesPerSecond) => {
      rate = bytesPerSecond;
    },
    cut,
    restore: () => {
      away = false;
    },
    close: () => {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
