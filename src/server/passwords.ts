import argon2 from "argon2";

/** argon2id with the parameters that OWASP's Password Storage Cheat Sheet recommends first (19 MiB, 2 passes, 1 lane). */
const PARAMETERS = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Two ways to type the same characters are one password (NIST SP 800-63B, 3.1.1.2). */
const normalise = (password: string) => password.normalize("NFKC");

export const hashPassword = (password: string): Promise<string> => argon2.hash(normalise(password), PARAMETERS);

let decoy: Promise<string> | undefined;

/** Takes the same time whether there is a hash or not, so that the time tells nothing about an account's existence. */
export async function verifyPassword(hash: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword("a password that nobody has");
  const matches = await argon2.verify(hash ?? (await decoy), normalise(password));
  return matches && hash !== null && hash !== undefined;
}
