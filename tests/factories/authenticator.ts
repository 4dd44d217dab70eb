import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** What a test may bend of a ceremony. */
export interface Bend {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** User present 1, user verified 4, may be backed up 8, is backed up 16. */
  flags?: number;
  counter?: number;
  key?: KeyObject;
}

interface Options {
  challenge: string;
  rp?: { id?: string };
  rpId?: string;
}

const UP_UV = 0b101;
const ATTESTED = 0b1000000;
const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();
const base64 = (data: string | Uint8Array) => Buffer.from(data).toString("base64url");

/** CBOR (RFC 8949) as far as an authenticator needs it: integers, bytes, texts and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([key, entry]) => [cbor(key), cbor(entry as Parameters<typeof cbor>[0])]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

/** An authenticator in software: one passkey, found without a name, unlocked by a finger that is always there. */
export function softAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  // The point ends an SPKI of P-256. Not as JWK: within that export Node 20 may wait for a lock that it holds itself.
  const point = publicKey.export({ format: "der", type: "spki" }).subarray(-64);
  const id = randomBytes(16);
  let uses = 0;

  const clientData = (type: string, options: Options, bend: Bend) =>
    Buffer.from(
      JSON.stringify({
        type: bend.type ?? type,
        challenge: bend.challenge ?? options.challenge,
        origin: bend.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authData = (rpId: string | undefined, bend: Bend, attested?: Buffer) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(bend.counter ?? ++uses);
    const flags = (bend.flags ?? UP_UV) | (attested ? ATTESTED : 0);
    return Buffer.concat([sha256(bend.rpId ?? rpId ?? ""), Buffer.from([flags]), counter, attested ?? Buffer.alloc(0)]);
  };
  const credential = (response: Record<string, unknown>) => ({
    id: base64(id),
    rawId: base64(id),
    type: "public-key",
    clientExtensionResults: {},
    authenticatorAttachment: "platform",
    response,
  });

  return {
    id: base64(id),
    create: (options: Options, bend: Bend = {}) => {
      const cose = cbor(
        new Map<number, number | Buffer>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, point.subarray(0, 32)],
          [-3, point.subarray(32)],
        ]),
      );
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
      const attestationObject = cbor(
        new Map<string, unknown>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", authData(options.rp?.id, bend, attested)],
        ]),
      );
      const clientDataJSON = base64(clientData("webauthn.create", options, bend));
      return credential({ clientDataJSON, attestationObject: base64(attestationObject), transports: ["internal"] });
    },
    get: (options: Options, bend: Bend = {}) => {
      const data = authData(options.rpId, bend);
      const client = clientData("webauthn.get", options, bend);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), bend.key ?? privateKey);
      return credential({ clientDataJSON: base64(client), authenticatorData: base64(data), signature: base64(signature) });
    },
  };
}

export type SoftAuthenticator = ReturnType<typeof softAuthenticator>;
