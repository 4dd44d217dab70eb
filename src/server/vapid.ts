import { createECDH } from "node:crypto";

/** The pair by which push services know this server (RFC 8292): an uncompressed P-256 point and its secret, base64url. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

const SECRET_BYTES = 32;

/**
 * Not by `generateKeyPairSync` and an export as JWK: where memory is cleaned up within that export, Node 20 waits for a lock that it holds
 * itself, and a first start hangs for ever.
 */
export function newVapidKeys(): VapidKeys {
  const curve = createECDH("prime256v1");
  const publicKey = curve.generateKeys("base64url");
  // Zeros in front are left out by the curve and wanted by the standard.
  const secret = curve.getPrivateKey();
  const privateKey = Buffer.concat([Buffer.alloc(SECRET_BYTES - secret.length), secret]).toString("base64url");
  return { publicKey, privateKey };
}

/** Whether the two belong together. */
export function isVapidPair({ publicKey, privateKey }: VapidKeys): boolean {
  try {
    const curve = createECDH("prime256v1");
    curve.setPrivateKey(Buffer.from(privateKey, "base64url"));
    return curve.getPublicKey("base64url") === publicKey;
  } catch {
    return false;
  }
}
