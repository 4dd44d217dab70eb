import dns from "node:dns";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Harness, registerUser, startHarness } from "#tests/config/harness";
import { until } from "#tests/factories/faults";
import { captureLog } from "#tests/factories/log-lines";
import { startOpenIdProvider } from "#tests/factories/openid";
import { startProvider } from "#tests/factories/provider";
import { startMailServer } from "#tests/factories/smtp";
import { signEvent, stripeEvent } from "#tests/factories/stripe-events";
import { askToSend } from "#tests/factories/uploads";
import { syncPlayers } from "@/features/account/provider/mutations";

/** What an operator keeps secret, by the setting that holds it. */
const SECRETS = {
  // As a mail client reads an address, a % that begins no code stands for itself.
  SMTP_URL: "smtp-100%secret-of-the-operator",
  STRIPE_SECRET_KEY: "sk_test_secretOfTheOperator",
  STRIPE_WEBHOOK_SECRET: "whsec_secretOfTheOperator",
  GOOGLE_CLIENT_SECRET: "google-secret-of-the-operator",
  LINKEDIN_CLIENT_SECRET: "linkedin-secret-of-the-operator",
  GITHUB_CLIENT_SECRET: "github-secret-of-the-operator",
  OIDC_CLIENT_SECRET: "oidc-secret-of-the-operator",
  PUSH_PROVIDER_KEY: "push-secret-of-the-operator",
  METRICS_TOKEN: "metrics-secret-of-the-operator",
  OTEL_EXPORTER_OTLP_HEADERS: "otlp-secret-of-the-operator",
  UPLOADTHING_TOKEN: "sk_live_uploadsSecretOfTheOperator",
};

/** The base64 that a text has in whatever longer one it stands, which begins somewhere among three bytes. */
const encoded = (secret: string): string[] =>
  [0, 1, 2].map((at) => {
    const text = Buffer.from(" ".repeat(at) + secret).toString("base64url");
    return text.slice(at === 0 ? 0 : 4, -4);
  });
/** The settings whose secrets stand in a text. */
const leaksIn = (text: string): string[] =>
  Object.entries(SECRETS).flatMap(([name, secret]) => ([secret, ...encoded(secret)].some((form) => text.includes(form)) ? [name] : []));

/** A service that refuses every call, and keeps what it was shown. */
async function startRefusing() {
  const heard: string[] = [];
  const server = http.createServer((req, res) => {
    heard.push(JSON.stringify(req.headers));
    req.resume().on("end", () => res.writeHead(401, { "content-type": "application/json" }).end('{"error":"refused"}'));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard, close };
}

/** What SDKs say past the log, on the same standard output. */
function captureConsole(lines: string[]): void {
  for (const method of ["log", "info", "warn", "error", "debug", "trace"] as const)
    vi.spyOn(console, method).mockImplementation((...said) => void lines.push(inspect(said, { depth: 12 })));
}

/** Services far away, such as Stripe, are found by nobody. */
function cutOff(): void {
  const { lookup } = dns;
  const local = (host: string, ...rest: unknown[]) => {
    if (/^(localhost|127\.0\.0\.1)$/.test(host)) return Reflect.apply(lookup, dns, [host, ...rest]);
    const done = rest.at(-1) as (error: Error) => void;
    process.nextTick(() => done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: "ENOTFOUND", syscall: "getaddrinfo" })));
  };
  vi.spyOn(dns, "lookup").mockImplementation(local as never);
}

const hostedToken = (apiKey: string) => Buffer.from(JSON.stringify({ apiKey, appId: "parley", regions: ["fra1"] })).toString("base64");
const picture = { name: "me.png", size: 100, type: "image/png" };
const sendPicture = (harness: Harness, token: string) => askToSend(harness, token, "avatar", picture, { x: 0, y: 0, size: 400 });

describe("at its most talkative, where every service refuses, the log", () => {
  const lines: string[] = [];
  const logins: string[] = [];
  let refusing: Awaited<ReturnType<typeof startRefusing>>;
  const messages = () => lines.flatMap((line) => (line.startsWith("{") ? [(JSON.parse(line) as { msg: string }).msg] : []));

  beforeAll(async () => {
    captureConsole(lines);
    cutOff();
    refusing = await startRefusing();
    const mailServer = await startMailServer(undefined, ({ username, password }, _session, done) => {
      logins.push(`${username} ${password}`);
      done(Object.assign(new Error(`no login for ${username} with ${password}`), { responseCode: 535 }));
    });
    const [openid, players] = await Promise.all([startOpenIdProvider(), startProvider("another key")]);
    vi.stubEnv("OTEL_EXPORTER_OTLP_HEADERS", `authorization=Bearer ${SECRETS.OTEL_EXPORTER_OTLP_HEADERS}`);
    vi.stubEnv("UPLOADTHING_API_URL", refusing.url);
    vi.stubEnv("UPLOADTHING_INGEST_URL", refusing.url);
    const ids = { GOOGLE_CLIENT_ID: "google", LINKEDIN_CLIENT_ID: "linkedin", GITHUB_CLIENT_ID: "github" };
    const harness = await startHarness({
      ...SECRETS,
      ...ids,
      ...openid.settings,
      LOG_LEVEL: "trace",
      OIDC_CLIENT_SECRET: SECRETS.OIDC_CLIENT_SECRET,
      SMTP_URL: mailServer.url.replace("//", `//parley:${SECRETS.SMTP_URL}@`),
      PUSH_PROVIDER_URL: players.url,
      PUSH_PROVIDER_APP_ID: "parley",
      METRICS_PORT: "0",
      OTEL_EXPORTER_OTLP_ENDPOINT: refusing.url,
      UPLOADTHING_TOKEN: hostedToken(SECRETS.UPLOADTHING_TOKEN),
    });
    const { services } = harness.app;
    const own = captureLog(services.log);
    const { token, email } = await registerUser(harness);

    await harness.call("POST", "/api/user/forget/password", { body: { email } });
    await harness.call("POST", "/api/user/personalization/account/export/request", { token });
    await sendPicture(harness, token);
    await services.files
      .save({ name: "a.txt", type: "text/plain", bytes: new Blob(["a"]) })
      .catch((err) => services.log.error({ err }, "not saved"));
    await services.files.remove(["one"]).catch((err) => services.log.error({ err }, "not removed"));
    await syncPlayers(services);
    await harness.call("POST", "/api/user/personalization/subscription/refresh", { token });
    await harness.call("GET", "/api/user/web/subscription/plan/get");
    const event = stripeEvent("evt_refused", "cus_nobody");
    await harness.call("POST", "/api/stripe/webhook", { raw: event, headers: { "stripe-signature": "t=1,v1=0" } });
    const signature = signEvent(event, { secret: SECRETS.STRIPE_WEBHOOK_SECRET });
    await harness.call("POST", "/api/stripe/webhook", { raw: event, headers: { "stripe-signature": signature } });
    openid.away = true;
    for (const provider of ["google", "linkedin", "github", "oidc"]) await comeBack(harness, provider);
    for (const bearer of ["of nobody at all", SECRETS.METRICS_TOKEN])
      await fetch(harness.telemetry.metricsUrl ?? "", { headers: { authorization: `Bearer ${bearer}` } });
    await harness.app.work();
    await until("a mail is refused", () => own.some((line) => line.includes("mail not sent")));
    expect(players.calls.map(({ headers, status }) => [headers.authorization, status])).toContainEqual([
      `Basic ${SECRETS.PUSH_PROVIDER_KEY}`,
      401,
    ]);
    await harness.close();
    lines.push(...own);
    await Promise.all([openid.stop(), players.stop(), mailServer.stop()]);
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    await refusing?.close();
  });

  it("tells of the refusals, of services that were shown the secrets", () => {
    for (const message of ["mail not sent", "not saved", "not removed", "call failed", "third-party login", "telemetry"])
      expect(messages()).toContain(message);
    expect(logins).toContain(`parley ${SECRETS.SMTP_URL}`);
    for (const name of ["OTEL_EXPORTER_OTLP_HEADERS", "UPLOADTHING_TOKEN"]) expect(leaksIn(refusing.heard.join("\n"))).toContain(name);
  });

  it("holds none of the operator's secrets", () => {
    expect(lines.filter((line) => leaksIn(line).length > 0)).toEqual([]);
  });

  it("would be found to hold them, as they are or as they go over a line", () => {
    for (const [name, secret] of Object.entries(SECRETS))
      for (const form of [secret, Buffer.from(`\0parley\0${secret}`).toString("base64"), hostedToken(secret)])
        expect(leaksIn(JSON.stringify({ level: "warn", err: { message: `refused: ${form}.` } }))).toContain(name);
  });
});

describe("a token of uploads that is none", () => {
  it("is complained of without being told", async () => {
    const starting = startHarness({ UPLOADTHING_TOKEN: SECRETS.UPLOADTHING_TOKEN });
    const sentence = await starting.then(String, String);
    expect(sentence).toContain("UPLOADTHING_TOKEN is wrong");
    expect(leaksIn(sentence)).toEqual([]);
  });
});

/** Somebody goes to a third party and comes back with what it will not take. */
async function comeBack(harness: Harness, provider: string): Promise<void> {
  const cookies = new Map<string, string>();
  const go = async (path: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(`${harness.url}/api/auth/${path}`, { redirect: "manual", ...init, headers: { ...init.headers, cookie } });
    for (const one of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  const { csrfToken } = await (await go("csrf")).json();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const sent = await go(`signin/${provider}`, { method: "POST", headers, body: new URLSearchParams({ csrfToken, json: "true" }) });
  const { url = "" } = await sent.json();
  const state = URL.canParse(url) ? (new URL(url).searchParams.get("state") ?? "none") : "none";
  await go(`callback/${provider}?code=refused&state=${encodeURIComponent(state)}`);
}
