import { hash, verify } from "@node-rs/argon2";

/** `Algorithm.Argon2id`: the package declares it as a const enum, which single-file compilers cannot read. */
const ARGON2ID = 2;

/** argon2id with the parameters that OWASP's Password Storage Cheat Sheet recommends first (19 MiB, 2 passes, 1 lane). */
const PARAMETERS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Two ways to type the same characters are one password (NIST SP 800-63B, 3.1.1.2). */
const normalise = (password: string) => password.normalize("NFKC");

export const hashPassword = (password: string): Promise<string> => hash(normalise(password), PARAMETERS);

/** How a hash begins that was made with these parameters, in the PHC string format. */
const CURRENT = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;

/** Whether a hash was made with other parameters: whoever has just shown the password gets a new one. */
export const isOutdatedHash = (stored: string): boolean => !stored.startsWith(CURRENT);

let decoy: Promise<string> | undefined;

/** Takes the same time whether there is a stored hash or not, so that the time tells nothing about an account's existence. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword("a password that nobody has");
  const matches = await verify(stored ?? (await decoy), normalise(password));
  return matches && stored !== null && stored !== undefined;
}
