import { createHash } from "node:crypto";
import net, { type AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** The string by which scanners are tried (eicar.org), put together here: in one piece this very file would be found. */
export const EICAR = Buffer.from(["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR", "-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join(""));

const COMMAND = "zINSTREAM\0";

export interface Clamd {
  address: string;
  /** What was sent to its end, and connections that were opened. */
  sent: { bytes: number; md5: string }[];
  connections: number;
  /** More bytes than this are refused, as with StreamMaxLength. */
  limit: number;
  /** What is answered instead of a verdict. */
  says: string | undefined;
  /** Breaks off as soon as something was sent. */
  breaksOff: boolean;
  /** Takes nothing at all: what is sent fills the connection's buffers and no more. */
  deaf: boolean;
  /** Each verdict waits for this. */
  until: Promise<void> | undefined;
  /** As it was at the beginning, listening. */
  mend(): Promise<void>;
  stop(): Promise<void>;
}

/** A server of the tests' own that speaks clamd's protocol (clamd(8), INSTREAM) and knows one signature. */
export async function startClamd(listen: { path?: string } = {}): Promise<Clamd> {
  const sockets = new Set<net.Socket>();
  const usual = { limit: 25 * 1024 ** 2, says: undefined, breaksOff: false, deaf: false, until: undefined };
  let port = 0;
  const server = net.createServer((socket) => {
    clamd.connections++;
    sockets.add(socket);
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
    if (!clamd.deaf) void serve(socket, clamd).catch(() => socket.destroy());
    else socket.pause();
  });
  const open = () =>
    new Promise<void>((resolve) => server.listen(listen.path ? { path: listen.path } : { host: "127.0.0.1", port }, resolve));
  const clamd: Clamd = {
    ...usual,
    address: "",
    sent: [],
    connections: 0,
    mend: async () => {
      Object.assign(clamd, usual);
      if (!server.listening) await open();
    },
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  await open();
  if (!listen.path) port = (server.address() as AddressInfo).port;
  clamd.address = listen.path ? `unix://${listen.path}` : `tcp://127.0.0.1:${port}`;
  return clamd;
}

async function serve(socket: net.Socket, clamd: Clamd): Promise<void> {
  const say = (text: string) => socket.end(`${text}\0`);
  const hash = createHash("md5");
  let waiting = Buffer.alloc(0);
  let begun = false;
  let bytes = 0;
  let tail = Buffer.alloc(0);
  let found = false;
  for await (const piece of socket) {
    if (clamd.breaksOff) return void socket.destroy();
    waiting = Buffer.concat([waiting, piece as Buffer]);
    if (!begun) {
      if (waiting.length < COMMAND.length) continue;
      if (waiting.subarray(0, COMMAND.length).toString() !== COMMAND) return void say("UNKNOWN COMMAND");
      begun = true;
      waiting = waiting.subarray(COMMAND.length);
    }
    while (waiting.length >= 4) {
      const length = waiting.readUInt32BE();
      if (length === 0) {
        clamd.sent.push({ bytes, md5: hash.digest("hex") });
        await clamd.until;
        return void say(clamd.says ?? (found ? "stream: Eicar-Test-Signature FOUND" : "stream: OK"));
      }
      if (bytes + length > clamd.limit) return await tooLarge(socket);
      if (waiting.length < 4 + length) break;
      const chunk = waiting.subarray(4, 4 + length);
      waiting = waiting.subarray(4 + length);
      bytes += length;
      hash.update(chunk);
      const seen = Buffer.concat([tail, chunk]);
      found ||= seen.includes(EICAR);
      tail = seen.subarray(-EICAR.length);
    }
  }
}

/** As clamd does: it says so at once, drops what it has, some milliseconds later closes, and reads nothing meanwhile. */
async function tooLarge(socket: net.Socket): Promise<void> {
  socket.write("INSTREAM size limit exceeded. ERROR\0");
  await wait(20);
}
