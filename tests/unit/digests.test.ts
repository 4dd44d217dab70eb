import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const FILES = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(tsx?|mjs)$/.test(file))
  .map((file) => ({ file, code: readFileSync(`src/${file}`, "utf8") }));

/** Every place that hashes or seals, with the algorithm that it names. */
const WAYS =
  /\b(?:create(?:Hash|Hmac|Sign|Verify|Cipheriv|Decipheriv)|hkdf(?:Sync)?|pbkdf2(?:Sync)?|subtle\.\w+|crypto\.hash)\(\s*([^,)\s]*)/g;
/** Libraries that hash by themselves: those of devices, of apps that show codes, and what stands for an algorithm's name. */
const OTHERS = /\b(create(?:MD\d|SHA\d+|RIPEMD160|CRC\d+|Whirlpool|XXHash\d+)|algorithm: "[^"]*")/g;

const SOUND = ['"sha256"', '"SHA-256"', '"aes-256-gcm"'];

/** What is broken or old, and where alone it stands. */
const OLD: Record<string, string[]> = {
  // Whether a file arrived whole, as the storage's protocol wants it, at both ends.
  '"md5"': ["server/vendors/uploadthing/disk.ts"],
  createMD5: ["features/practice/hooks/mend.ts"],
  // RFC 6238, and all apps.
  'algorithm: "SHA1"': ["features/account/factors/rules.ts"],
};

it("no hash is used that is broken, but MD5 for what the storage asks for, and SHA-1 within the codes of apps", () => {
  const named = FILES.flatMap(({ file, code }) =>
    [...code.matchAll(WAYS), ...code.matchAll(OTHERS)].map(([, algorithm = ""]) => ({ file, algorithm })),
  );
  expect(named.length).toBeGreaterThan(20);
  const others: Record<string, string[]> = {};
  for (const { file, algorithm } of named.filter((one) => !SOUND.includes(one.algorithm))) {
    others[algorithm] ??= [];
    if (!others[algorithm].includes(file)) others[algorithm].push(file);
  }
  expect(others).toEqual(OLD);
});
