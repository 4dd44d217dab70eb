/** What of `sslmode` asks for encryption, and not for who the server is (PostgreSQL's manual, table 32.1). */
const UNPROVEN = ["allow", "prefer", "require"];

/**
 * A database's address for the driver of pg-boss (pg), so that its lines are as our own driver's (postgres.js): by itself it takes `require`
 * and `prefer` for `verify-full`, and the queue would refuse a server to which all else is connected; `allow` it does not know.
 */
export function addressForPg(url: string): string {
  const address = new URL(url);
  const mode = address.searchParams.get("sslmode") ?? "";
  if (!UNPROVEN.includes(mode)) return url;
  address.searchParams.set("sslmode", "require");
  address.searchParams.set("uselibpqcompat", "true");
  return address.href;
}
