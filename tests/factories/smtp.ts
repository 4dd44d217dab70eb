import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export interface Received extends Email {
  /** The envelope's recipients, whatever the headers say. */
  recipients: string[];
  raw: string;
  /** Whether it came over an encrypted connection. */
  secure: boolean;
}

export interface MailServer {
  port: number;
  url: string;
  mails: Received[];
  /** Recipients that are refused for good from now on. */
  refused: Set<string>;
  /** Those that are not taken for another reason, with what is said of each. */
  deferred: Map<string, string>;
  /** What goes on while the next mail is being taken, before it is. */
  meanwhile: ((recipients: string[]) => Promise<void>) | undefined;
  /** The mails that reached an address. */
  to(address: string): Received[];
  stop(): Promise<void>;
  /** Listens again, on the same port. */
  start(): Promise<void>;
}

/** What a server says that does not take somebody, such as "450 come again". */
const said = (reply: string | undefined) =>
  reply === undefined ? undefined : Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) });

/**
 * A mail server of the tests' own, which takes whatever it is given.
 * @param tls with which it offers STARTTLS; without, it does not
 * @param onAuth what it says to a login; without, it knows of none
 */
export async function startMailServer(tls?: { key: string; cert: string }, onAuth?: SMTPServerOptions["onAuth"]): Promise<MailServer> {
  const mails: Received[] = [];
  const refused = new Set<string>();
  const deferred = new Map<string, string>();
  let server: SMTPServer | undefined;
  const listen = async (port: number): Promise<number> => {
    const fresh = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands: [...(onAuth ? [] : ["AUTH"]), ...(tls ? [] : ["STARTTLS"])],
      ...(onAuth ? { onAuth } : {}),
      ...tls,
      closeTimeout: 100,
      onRcptTo: ({ address }, _session, done) =>
        done(said(refused.has(address) ? `550 <${address}>: no such mailbox` : deferred.get(address))),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", async () => {
          const { meanwhile } = own;
          own.meanwhile = undefined;
          await meanwhile?.(session.envelope.rcptTo.map(({ address }) => address));
          const raw = Buffer.concat(chunks);
          const email = await PostalMime.parse(new Uint8Array(raw));
          mails.push({
            ...email,
            recipients: session.envelope.rcptTo.map(({ address }) => address),
            raw: raw.toString("latin1"),
            secure: session.secure,
          });
          done();
        });
      },
    });
    // A client that is cut off is what some tests want.
    fresh.on("error", () => {});
    await new Promise<void>((resolve) => fresh.listen(port, "127.0.0.1", resolve));
    server = fresh;
    return (fresh.server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const own: MailServer = {
    port,
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refused,
    deferred,
    meanwhile: undefined,
    to: (address) => mails.filter((mail) => mail.recipients.includes(address)),
    stop: () => new Promise((resolve) => (server ? server.close(() => resolve()) : resolve())),
    start: async () => void (await listen(port)),
  };
  return own;
}
