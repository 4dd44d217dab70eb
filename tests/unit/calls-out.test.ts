import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** By file: whom it calls. An address that somebody else chose is called by one of them alone, and there it has to be on a list. */
const CALLERS: Record<string, string> = {
  "server/db/socket.ts": "PostgreSQL at DATABASE_URL",
  "server/telemetry/logs.ts": "the collector, too",
  "server/telemetry/traces.ts": "the collector at OTEL_EXPORTER_OTLP_ENDPOINT",
  "server/vendors/identities.ts": "GitHub, and the provider at OIDC_ISSUER and those that its document names",
  "server/vendors/mail.ts": "the mail server at SMTP_URL",
  "server/vendors/malware.ts": "ClamAV at CLAMAV",
  "server/vendors/next-auth.ts": "the same providers, by its library",
  "server/vendors/players.ts": "the provider of notifications at PUSH_PROVIDER_URL",
  "server/vendors/push.ts": "a browser's push service, by origins that are allowed",
  "server/vendors/stripe/payments.ts": "Stripe, and the receipts that it names",
  "server/vendors/uploadthing/file-store.ts": "UploadThing, or the storage of our own",
};

const WAYS =
  /(?<![.\w]|async )fetch\(|\bglobalThis\.fetch\b|\bnew WebSocket\(|\bhttps?\.(?:request|get)\(|\b(?:net|tls)\.connect\(|\bcreateTransport\(|\bnew OTLP\w+Exporter\(|\bnew Stripe\(|\bnew UTApi\(|from "next-auth"/;
/** What runs in a browser calls the app, which its policy holds it to. */
const IN_BROWSERS = /^(?:app|ui|trpc|i18n)\/|\/(?:components|hooks)\//;

const FILES = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.startsWith("bin/") && !IN_BROWSERS.test(file))
  .map((file) => ({ file, code: readFileSync(`src/${file}`, "utf8") }));

it("the places of the server that call out are these files alone", () => {
  expect(FILES.length).toBeGreaterThan(500);
  const callers = FILES.filter(({ code }) => WAYS.test(code)).map(({ file }) => file);
  expect(callers.toSorted()).toEqual(Object.keys(CALLERS));
});

it("and none takes a way out by another name", () => {
  const imports = /^import \{([^}]+)\} from "(?:node:)?(?:https?|http2|net|tls|dgram|undici)"/gm;
  const named = FILES.flatMap(({ code }) => [...code.matchAll(imports)].flatMap(([, names = ""]) => names.split(",")));
  expect([...new Set(named.map((name) => name.trim()).filter((name) => !name.startsWith("type ")))]).toEqual(["STATUS_CODES"]);
});

it("pictures of a PDF are bytes, and no addresses that its maker would fetch", () => {
  const pictures = FILES.filter(({ file }) => file.startsWith("server/pdf/")).flatMap(({ code }) => code.match(/<Image\b[^>]*>/g) ?? []);
  expect(pictures.length).toBeGreaterThan(0);
  for (const picture of pictures) expect(picture).toMatch(/ src=\{\{ data/);
});
