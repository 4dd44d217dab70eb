import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { importJWK, jwtVerify } from "jose";

/** A push as the push service got it, and as the browser reads it. */
export interface TakenPush {
  headers: http.IncomingHttpHeaders;
  /** The claims of the sender's token, whose signature was checked with the key beside it. */
  claims: { aud?: unknown; exp?: number; sub?: unknown };
  /** The sender's public key, base64url. */
  sender: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever was sent
  message: any;
}

interface Subscription {
  curve: ECDH;
  auth: Buffer;
}

export interface PushService {
  /** What PUSH_SERVICES names. */
  origin: string;
  /** A browser subscribes. */
  subscribe(): { endpoint: string; keys: { p256dh: string; auth: string } };
  /** What a browser got. */
  taken(endpoint: string): TakenPush[];
  /** How often a browser's address was called. */
  calls(endpoint: string): number;
  /** What the next calls to a browser's address answer instead of 201. */
  answers(endpoint: string, ...statuses: { status: number; headers?: Record<string, string> }[]): void;
  stop(): Promise<void>;
}

/**
 * A push service that reads along, which no real one can: it keeps the browser's keys. Written after RFC 8030 (calls), 8188 and
 * 8291 (encryption) and 8292 (the sender's token), with nothing of the library that sends.
 */
export async function startPushService(): Promise<PushService> {
  const subscriptions = new Map<string, Subscription>();
  const taken = new Map<string, TakenPush[]>();
  const counts = new Map<string, number>();
  const planned = new Map<string, { status: number; headers?: Record<string, string> }[]>();
  const server = http.createServer((req, res) => {
    const path = req.url ?? "";
    const chunks: Buffer[] = [];
    req.on("data", (chunk) => chunks.push(chunk));
    req.on("end", async () => {
      counts.set(path, (counts.get(path) ?? 0) + 1);
      const plan = planned.get(path)?.shift();
      if (plan) return res.writeHead(plan.status, plan.headers).end();
      const subscription = subscriptions.get(path);
      if (!subscription || req.method !== "POST") return res.writeHead(404).end();
      try {
        const sender = await provenSender(req.headers.authorization ?? "");
        const message = JSON.parse(decrypt(Buffer.concat(chunks), subscription, req.headers["content-encoding"]).toString("utf8"));
        taken.set(path, [...(taken.get(path) ?? []), { headers: req.headers, ...sender, message }]);
        res.writeHead(201, { location: `${origin}/message/1` }).end();
      } catch (error) {
        res.writeHead(400).end(String(error));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pathOf = (endpoint: string) => new URL(endpoint).pathname;
  return {
    origin,
    subscribe: () => {
      const curve = createECDH("prime256v1");
      const path = `/push/${randomBytes(9).toString("base64url")}`;
      const p256dh = curve.generateKeys().toString("base64url");
      const auth = randomBytes(16);
      subscriptions.set(path, { curve, auth });
      return { endpoint: origin + path, keys: { p256dh, auth: auth.toString("base64url") } };
    },
    taken: (endpoint) => taken.get(pathOf(endpoint)) ?? [],
    calls: (endpoint) => counts.get(pathOf(endpoint)) ?? 0,
    answers: (endpoint, ...statuses) => void planned.set(pathOf(endpoint), statuses),
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** RFC 8292, 3: `vapid t=<token>, k=<key>`; the token is signed with the key. */
async function provenSender(authorization: string): Promise<Pick<TakenPush, "claims" | "sender">> {
  const { t: token = "", k: sender = "" } = /^vapid t=(?<t>[\w.-]+), ?k=(?<k>[\w-]+)$/.exec(authorization)?.groups ?? {};
  const point = Buffer.from(sender, "base64url");
  if (point.length !== 65 || point[0] !== 4) throw new Error("no key");
  const coordinate = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const key = await importJWK({ kty: "EC", crv: "P-256", x: coordinate(1), y: coordinate(33) }, "ES256");
  const { payload } = await jwtVerify(token, key, { algorithms: ["ES256"] });
  return { claims: payload, sender };
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) => Buffer.from(hkdfSync("sha256", secret, salt, info, length));

/** RFC 8188, 2: one record of salt, record size and key id, then what is encrypted; the keys are those of RFC 8291, 3.4. */
function decrypt(body: Buffer, { curve, auth }: Subscription, encoding: string | undefined): Buffer {
  if (encoding !== "aes128gcm") throw new Error("another encoding");
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  if (record.length > recordSize) throw new Error("more than one record");
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), curve.getPublicKey(), sender]);
  const secret = derive(curve.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  // After the delimiter of the last record stand only zeros.
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("no last record");
  return padded.subarray(0, end);
}
