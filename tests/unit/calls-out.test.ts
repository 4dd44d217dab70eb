import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it, vi } from "vitest";
import type { Env } from "@/server/env";
import { nextAuthProviders } from "@/server/vendors/identities";

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
const ALL = new Map(
  readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.startsWith("bin/"))
    .map((file) => [file, readFileSync(`src/${file}`, "utf8")]),
);

/** By file: who has its code run, and not its types alone. */
const importers = new Map<string, string[]>();
for (const [file, code] of ALL) {
  for (const [, from = ""] of code.matchAll(/(?:^(?:import|export)\s(?!type\s)[^;]*?\sfrom\s|^import\s|\bimport\()"([@.]\.?\/[^"]+)"/gm)) {
    const at = from.startsWith("@/") ? from.slice(2) : path.posix.join(path.posix.dirname(file), from);
    const found = [at, `${at}.ts`, `${at}.tsx`, `${at}/index.ts`, `${at}/index.tsx`].find((one) => ALL.has(one));
    if (found) importers.set(found, [...(importers.get(found) ?? []), file]);
  }
}

/** What runs for a browser alone, or as its pages are drawn there first: what says so, and what is imported by nothing else. */
const inBrowsers = new Set([...ALL].filter(([, code]) => /^"use client";/m.test(code)).map(([file]) => file));
for (let before = -1; before < inBrowsers.size; ) {
  before = inBrowsers.size;
  for (const [file, by] of importers) if (by.every((one) => inBrowsers.has(one))) inBrowsers.add(file);
}

/** What a browser runs calls the app, which its policy holds it to: pages and parts of them that the server draws are no such thing. */
const FILES = [...ALL].filter(([file]) => !inBrowsers.has(file)).map(([file, code]) => ({ file, code }));

it("the places of the server that call out are these files alone", () => {
  expect(FILES.length).toBeGreaterThan(500);
  expect(FILES.filter(({ file }) => /^app\/.*\/page\.tsx$/.test(file)).length).toBeGreaterThan(50);
  for (const file of ["i18n/request.ts", "app/[locale]/layout.tsx", "features/account/queries.ts"])
    expect(inBrowsers.has(file), file).toBe(false);
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

it("GitHub is not waited for without end", async () => {
  const env = { GITHUB_CLIENT_ID: "id", GITHUB_CLIENT_SECRET: "secret" } as Env;
  const [github] = nextAuthProviders(env) as unknown as [{ userinfo: { request: (by: object) => Promise<unknown> } }];
  const limits: unknown[] = [];
  vi.stubGlobal("fetch", async (_address: string, init?: RequestInit) => {
    limits.push(init?.signal);
    return Response.json([]);
  });
  await github.userinfo.request({ tokens: { access_token: "token" } });
  vi.unstubAllGlobals();
  expect(limits).toEqual([expect.any(AbortSignal), expect.any(AbortSignal)]);
});
