import net from "node:net";

/** What the driver hands to a `socket` option: its own options, with all hosts that the address names. */
interface Target {
  path?: string | undefined | false;
  host: string | string[];
  port: number | number[];
}

/**
 * Opens the one connection of a driver that has one. Left to itself the driver dials anew at once, without a pause and without an end,
 * while a peer takes connections and closes them again, as a proxy before a server that is away does (postgres.js 3.4.9, `closed` in
 * connection.js: thousands in a few seconds): here a second time fails.
 * @param limitMs what it may take, in milliseconds
 */
export function dialOnce(limitMs: number): (target: Target) => Promise<net.Socket> {
  let dialled = false;
  return async ({ path, host, port }) => {
    if (dialled) throw Object.assign(new Error("the connection to the database was closed"), { code: "CONNECTION_CLOSED" });
    dialled = true;
    if (path) return open({ path }, limitMs);
    const [hosts, ports] = [[host].flat(), [port].flat()];
    let failure: unknown;
    for (const [at, name] of hosts.entries()) {
      const target = { host: name, port: ports[at] ?? ports[0] ?? 5432 };
      try {
        // The driver reads off the socket for whom a certificate has to be.
        return Object.assign(await open(target, limitMs), target);
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  };
}

const open = (target: net.NetConnectOpts, limitMs: number): Promise<net.Socket> =>
  new Promise((resolve, reject) => {
    const socket = net.connect(target);
    const timer = setTimeout(() => {
      socket.destroy(Object.assign(new Error("the database did not take a connection in time"), { code: "CONNECT_TIMEOUT" }));
    }, limitMs);
    socket.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    socket.once("connect", () => {
      clearTimeout(timer);
      socket.removeAllListeners("error");
      resolve(socket);
    });
  });
