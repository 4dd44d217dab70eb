import { createECDH, generateKeyPairSync } from "node:crypto";

/** The pair by which push services know this server (RFC 8292): an uncompressed P-256 point and its secret, base64url. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

export function newVapidKeys(): VapidKeys {
  const { d = "", x = "", y = "" } = generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey.export({ format: "jwk" });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
  return { publicKey: point.toString("base64url"), privateKey: d };
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
