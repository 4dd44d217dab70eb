import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readEnv } from "@/server/env";
import { StartError } from "@/server/start-error";
import { telemetrySettings, tracesUrl } from "@/server/telemetry/settings";
import { isVapidPair, newVapidKeys } from "@/server/vapid";
import { readVariables } from "@/server/variables";

const read = (values: Record<string, string>) => readVariables(values as unknown as NodeJS.ProcessEnv);

const uploadToken = (told: object): string => Buffer.from(JSON.stringify(told)).toString("base64");

describe("readVariables()", () => {
  it("has a default for everything", () => {
    expect(read({})).toEqual({
      NODE_ENV: "production",
      PORT: 3000,
      HOST: "127.0.0.1",
      DATA_DIR: ".data",
      DATABASE_POOL: 10,
      ACCESS_TOKEN_HOURS: 12,
      SESSION_REFETCH_SECONDS: 0,
      OIDC_NAME: "OpenID Connect",
      JOBS: "inline",
      TRUST_PROXY: false,
      RATE_LIMITS: true,
      LOG_LEVEL: "info",
      METRICS_HOST: "127.0.0.1",
      OTEL_LOGS_EXPORTER: "otlp",
      OTEL_SDK_DISABLED: false,
      OTEL_TRACES_EXPORTER: "otlp",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf",
      OTEL_SERVICE_NAME: "parley",
      OTEL_TRACES_SAMPLER: "parentbased_always_on",
      OTEL_TRACES_SAMPLER_ARG: 1,
    });
  });

  it("reads what is given and leaves out what it does not know", () => {
    const settings = read({
      PORT: "0",
      APP_URL: "https://parley.example",
      DATABASE_URL: "postgres://a:b@host:5432/name",
      DATABASE_POOL: "2",
      SECRET: "x".repeat(32),
      ACCESS_TOKEN_HOURS: "0.5",
      DEMO: "off",
      TRUST_PROXY: "yes",
      RATE_LIMITS: "0",
      SMTP_URL: "smtps://user:pass%40word@mail.example:465",
      MAIL_FROM: "Parley <hello@parley.example>",
      SESSION_REFETCH_SECONDS: "300",
      OIDC_ISSUER: "https://login.example/realms/one",
      OIDC_CLIENT_ID: "parley",
      OIDC_CLIENT_SECRET: "s",
      OIDC_NAME: "Example login",
      PATH: "/bin",
    });
    expect(settings).toMatchObject({
      PORT: 0,
      DATABASE_POOL: 2,
      ACCESS_TOKEN_HOURS: 0.5,
      DEMO: false,
      TRUST_PROXY: true,
      RATE_LIMITS: false,
      SMTP_URL: "smtps://user:pass%40word@mail.example:465",
      MAIL_FROM: "Parley <hello@parley.example>",
      SESSION_REFETCH_SECONDS: 300,
      OIDC_ISSUER: "https://login.example/realms/one",
      OIDC_NAME: "Example login",
    });
    expect(settings).not.toHaveProperty("PATH");
  });

  // Compose files and shells hand over variables that are set to nothing.
  it("reads an empty variable as one that is not set", () => {
    const names = ["PORT", "HOST", "APP_URL", "DATA_DIR", "DATABASE_URL", "DATABASE_POOL", "SECRET", "STORAGE_KEY", "ACCESS_TOKEN_HOURS"];
    const more = ["UPLOADTHING_TOKEN", "CLAMAV", "DEMO", "JOBS", "TRUST_PROXY", "RATE_LIMITS", "LOG_LEVEL", "NODE_ENV"];
    const payments = ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "DEMO_PAYMENTS"];
    const mail = ["SMTP_URL", "MAIL_FROM", "SESSION_REFETCH_SECONDS", "OIDC_ISSUER", "OIDC_NAME"];
    const clients = ["GOOGLE", "LINKEDIN", "GITHUB", "OIDC"].flatMap((party) => [`${party}_CLIENT_ID`, `${party}_CLIENT_SECRET`]);
    const telemetry = Object.keys(telemetrySettings);
    for (const name of [...names, ...more, ...payments, ...mail, ...clients, ...telemetry])
      expect({ name, settings: read({ [name]: "" }) }).toEqual({ name, settings: read({}) });
  });

  it("reads a value without the white space around it, and one of nothing else as not set", () => {
    expect(read({ PORT: " ", DATA_DIR: "\t", DEMO: " \n" })).toEqual(read({}));
    expect(read({ PORT: " 80 ", DATA_DIR: "/path ", APP_URL: " https://parley.example\n", JOBS: "off " })).toMatchObject({
      PORT: 80,
      DATA_DIR: "/path",
      APP_URL: "https://parley.example",
      JOBS: "off",
    });
  });

  it.each([
    ["APP_URL", "http://localhost:3000"],
    ["APP_URL", "http://[::1]:3000"],
    ["UPLOADTHING_TOKEN", uploadToken({ apiKey: "sk_live", appId: "parley", regions: ["fra1"] })],
    ["CLAMAV", "tcp://clamav:3310"],
    ["CLAMAV", "unix:///run/clamav/clamd.ctl"],
    ["SMTP_URL", "smtp://127.0.0.1:1025"],
    ["MAIL_FROM", "hello@parley.example"],
    ["MAIL_FROM", '"Parley, the app" <hello@parley.example>'],
    ["SESSION_REFETCH_SECONDS", "86400"],
    ["OIDC_NAME", "n".repeat(40)],
    // A key that was in use with it until now.
    ["SECRET_PREVIOUS", `${"x".repeat(40)}\n`],
    ["STORAGE_KEY_PREVIOUS", ` ${"x".repeat(40)}`],
  ])("takes %s=%s", (name, value) => {
    expect(String(read({ [name]: value })[name as "OIDC_NAME"])).toBe(value);
  });

  it("takes a provider's settings together, and half of them for a mistake", () => {
    const oidc = { OIDC_ISSUER: "http://127.0.0.1:4444", OIDC_CLIENT_ID: "parley", OIDC_CLIENT_SECRET: "secret" };
    expect(read(oidc)).toMatchObject(oidc);
    for (const name of Object.keys(oidc)) expect(() => read({ ...oidc, [name]: "" })).toThrow(new RegExp(`${name} is missing`));
    for (const party of ["GOOGLE", "LINKEDIN", "GITHUB"]) {
      const both = { [`${party}_CLIENT_ID`]: "id", [`${party}_CLIENT_SECRET`]: "secret" };
      expect(read(both)).toMatchObject(both);
      expect(() => read({ [`${party}_CLIENT_ID`]: "id" })).toThrow(`${party}_CLIENT_SECRET is missing`);
      expect(() => read({ [`${party}_CLIENT_SECRET`]: "secret" })).toThrow(`${party}_CLIENT_ID is missing`);
    }
  });

  it.each([
    ["NODE_ENV", "staging"],
    ["PORT", "http"],
    ["PORT", "-1"],
    ["PORT", "65536"],
    ["PORT", "80.5"],
    ["APP_URL", "parley.example"],
    ["APP_URL", "ftp://parley.example"],
    ["APP_URL", "http://parley.example"],
    ["APP_URL", "http://192.168.1.20:3000"],
    ["APP_URL", "http://localhost.parley.example"],
    ["APP_URL", "https://parley.example/app"],
    ["APP_URL", "https://parley.example/?a=b"],
    ["APP_URL", "https://parley.example?"],
    ["APP_URL", "https://parley.example/#top"],
    ["APP_URL", "https://user:word@parley.example"],
    ["DATABASE_URL", "mysql://host/name"],
    ["DATABASE_URL", "host"],
    ["DATABASE_POOL", "1"],
    ["DATABASE_POOL", "201"],
    ["DATABASE_POOL", "many"],
    ["SECRET", "x".repeat(31)],
    ["STORAGE_KEY", "x".repeat(31)],
    ["SECRET", `${"x".repeat(40)}\n`],
    ["SECRET", " ".repeat(40)],
    ["STORAGE_KEY", `${"x".repeat(40)} `],
    ["STORAGE_KEY_PREVIOUS", "x".repeat(31)],
    ["ACCESS_TOKEN_HOURS", "0"],
    ["ACCESS_TOKEN_HOURS", "-5"],
    ["ACCESS_TOKEN_HOURS", "2161"],
    ["ACCESS_TOKEN_HOURS", "long"],
    ["DEMO", "perhaps"],
    ["JOBS", "later"],
    ["TRUST_PROXY", "2"],
    ["RATE_LIMITS", "none"],
    ["LOG_LEVEL", "loud"],
    ["UPLOADTHING_TOKEN", "abc"],
    ["UPLOADTHING_TOKEN", "sk_live_key"],
    ["UPLOADTHING_TOKEN", uploadToken({ apiKey: "live", appId: "parley", regions: ["fra1"] })],
    ["UPLOADTHING_TOKEN", uploadToken({ apiKey: "sk_live", appId: "parley", regions: [] })],
    ["UPLOADTHING_TOKEN", uploadToken({ apiKey: "sk_live", regions: ["fra1"] })],
    ["UPLOADTHING_TOKEN", `'${uploadToken({ apiKey: "sk_live", appId: "parley", regions: ["fra1"] })}'`],
    ["CLAMAV", "on"],
    ["CLAMAV", "clamav:3310"],
    ["CLAMAV", "http://clamav:3310"],
    ["SMTP_URL", "mail.example"],
    ["SMTP_URL", "https://mail.example"],
    ["SMTP_URL", "localhost:25"],
    ["MAIL_FROM", "Parley"],
    ["MAIL_FROM", "Parley <parley>"],
    ["MAIL_FROM", "Parley <a@b.example>\r\nBcc: c@d.example"],
    ["SESSION_REFETCH_SECONDS", "-1"],
    ["SESSION_REFETCH_SECONDS", "1.5"],
    ["SESSION_REFETCH_SECONDS", "86401"],
    ["SESSION_REFETCH_SECONDS", "often"],
    ["OIDC_ISSUER", "login.example"],
    ["OIDC_ISSUER", "file:///etc/passwd"],
    ["OIDC_ISSUER", "http://login.example"],
    ["OIDC_NAME", "n".repeat(41)],
    ["PUSH_PROVIDER_URL", "onesignal.example"],
    ["PUSH_PROVIDER_URL", "http://onesignal.example"],
    ["STRIPE_SECRET_KEY", "pk_live_abc"],
    ["STRIPE_SECRET_KEY", "sk_live_"],
    ["STRIPE_WEBHOOK_SECRET", "secret"],
    ["DEMO_PAYMENTS", "please"],
    ["METRICS_PORT", "70000"],
    ["METRICS_PORT", "on"],
    ["METRICS_TOKEN", "short"],
    ["METRICS_TOKEN", "sixteen letters with spaces"],
    ["OTEL_SDK_DISABLED", "perhaps"],
    ["OTEL_TRACES_EXPORTER", "zipkin"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4317"],
    ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "grpc://collector:4317"],
    ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"],
    ["OTEL_SERVICE_NAME", "n".repeat(101)],
    ["OTEL_TRACES_SAMPLER", "sometimes"],
    ["OTEL_TRACES_SAMPLER_ARG", "2"],
  ])("refuses %s=%s in one sentence that names it", (name, value) => {
    let thrown: unknown;
    try {
      read({ [name]: value });
    } catch (error) {
      thrown = error;
    }
    if (!(thrown instanceof StartError)) throw new Error("the start is not refused");
    expect(thrown.message).toMatch(new RegExp(`^The environment variable ${name} is wrong: it must be [^\\n]+\\.$`));
    // A sentence that a person wrote, not the schema's.
    expect(thrown.message).not.toMatch(/Invalid|expected|Too (small|big)|≥|<=|>=|undefined/);
  });

  it("never repeats what was given: it may be a secret", () => {
    const wrong: Record<string, string>[] = [
      { SECRET: "hunter2" },
      { DATABASE_URL: "mysql://user:hunter2@host/name" },
      { SMTP_URL: "http://user:hunter2@host" },
      { METRICS_TOKEN: "hunter2" },
    ];
    for (const values of wrong) {
      expect(() => read(values)).toThrow(StartError);
      expect(() => read(values)).not.toThrow(/hunter2/);
    }
  });
});

describe("where traces go", () => {
  it.each([
    [{}, undefined],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://host:4318" }, "http://host:4318/v1/traces"],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://host:4318/otlp/" }, "http://host:4318/otlp/v1/traces"],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://a", OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://b/own" }, "http://b/own"],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://a", OTEL_SDK_DISABLED: "true" }, undefined],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://a", OTEL_TRACES_EXPORTER: "none" }, undefined],
  ])("%o", (values, url) => {
    expect(tracesUrl(read(values as Record<string, string>))).toBe(url);
  });
});

describe("who takes payments", () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), "parley-payments-"));
  afterAll(() => rmSync(dir, { recursive: true }));
  const payments = (values: Record<string, string>, facts?: { declaredProduction: boolean }) =>
    readEnv({ DATA_DIR: dir, ...values } as unknown as NodeJS.ProcessEnv, facts).payments;
  const account = { STRIPE_SECRET_KEY: "sk_live_abc", STRIPE_WEBHOOK_SECRET: "whsec_abc" };
  const database = { DATABASE_URL: "postgres://a:b@host:5432/name" };

  it.each<[string, Record<string, string>, boolean, string]>([
    ["a first start", {}, false, "demo"],
    ["an operator's production", {}, true, "off"],
    ["an operator's production that switches the demo on", { DEMO_PAYMENTS: "on" }, true, "demo"],
    ["a demo that is switched off", { DEMO_PAYMENTS: "off" }, false, "off"],
    ["a database of one's own", database, false, "off"],
    ["a database of one's own with demo logins", { ...database, DEMO: "on" }, false, "demo"],
    ["a live account", account, true, "stripe"],
    ["a test account", { ...account, STRIPE_SECRET_KEY: "sk_test_abc" }, false, "stripe"],
    ["an account with the demo off", { ...account, DEMO_PAYMENTS: "off" }, false, "stripe"],
  ])("%s", (_name, values, declaredProduction, expected) => {
    expect(payments(values, { declaredProduction })).toBe(expected);
  });

  it("never a demo beside an account's key", () => {
    for (const key of ["sk_live_abc", "rk_live_abc", "sk_test_abc"])
      expect(() => payments({ ...account, STRIPE_SECRET_KEY: key, DEMO_PAYMENTS: "on" })).toThrow(StartError);
  });

  it("an account's key and the webhook's secret go together", () => {
    expect(() => payments({ STRIPE_SECRET_KEY: "sk_live_abc" })).toThrow("STRIPE_WEBHOOK_SECRET is missing");
    expect(() => payments({ STRIPE_WEBHOOK_SECRET: "whsec_abc" })).toThrow("STRIPE_SECRET_KEY is missing");
  });
});

describe("readEnv()", () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), "parley-env-"));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  const env = (values: Record<string, string> = {}) =>
    readEnv({ DATA_DIR: path.join(dir, "data"), ...values } as unknown as NodeJS.ProcessEnv);

  it("makes its secrets once, keeps them, and shows them to nobody else", () => {
    const first = env();
    expect(first.secrets[0].length).toBeGreaterThanOrEqual(32);
    expect(env().kept).toEqual(first.kept);
    const file = path.join(dir, "data", "secrets.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o644);
    env();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(first.kept);
  });

  it("prefers the SECRET given, and the address given without its slash", () => {
    expect(env({ SECRET: "s".repeat(40), APP_URL: "https://parley.example//" })).toMatchObject({
      secrets: ["s".repeat(40)],
      publicUrl: "https://parley.example",
    });
    expect(env({ SECRET: "s".repeat(40), SECRET_PREVIOUS: "p".repeat(40) }).secrets).toEqual(["s".repeat(40), "p".repeat(40)]);
    expect(env().storageKeys).toEqual([env().kept.storageKey]);
    expect(env({ STORAGE_KEY: "k".repeat(40), STORAGE_KEY_PREVIOUS: "p".repeat(40) }).storageKeys).toEqual([
      "k".repeat(40),
      "p".repeat(40),
    ]);
    expect(env({ PORT: "4000" }).publicUrl).toBe("http://localhost:4000");
  });

  it("makes the pair of keys for pushes once, and takes another that is given whole", () => {
    const made = env().vapid;
    expect(isVapidPair(made)).toBe(true);
    expect(env().vapid).toEqual(made);
    expect(made.subject).toBe("mailto:no-reply@localhost");
    expect(env({ APP_URL: "https://parley.example" }).vapid.subject).toBe("https://parley.example");
    const { publicKey, privateKey } = newVapidKeys();
    expect(publicKey).not.toBe(made.publicKey);
    const given = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: "mailto:me@parley.example" };
    expect(env(given).vapid).toEqual({ publicKey, privateKey, subject: "mailto:me@parley.example" });
    expect(() => env({ VAPID_PUBLIC_KEY: publicKey })).toThrow("VAPID_PRIVATE_KEY is missing");
    expect(() => env({ ...given, VAPID_PRIVATE_KEY: made.privateKey })).toThrow("are not a pair");
    expect(() => env({ ...given, VAPID_PUBLIC_KEY: "short" })).toThrow("VAPID_PUBLIC_KEY is wrong");
    expect(() => env({ ...given, VAPID_SUBJECT: "me" })).toThrow("VAPID_SUBJECT is wrong");
  });

  it.each([
    ["https://push.example", ["https://push.example"]],
    ["https://push.example, http://127.0.0.1:9000", ["https://push.example", "http://127.0.0.1:9000"]],
  ])("knows further push services by their origins: %s", (PUSH_SERVICES, services) => {
    expect(env({ PUSH_SERVICES }).pushServices).toEqual(services);
  });

  it.each(["http://push.example", "https://push.example/path", "push.example", "https://a.example,,"])(
    "refuses %s as one",
    (PUSH_SERVICES) => {
      expect(() => env({ PUSH_SERVICES })).toThrow("PUSH_SERVICES is wrong");
    },
  );

  it("takes a notification provider whole, and its key over no open line", () => {
    const provider = { PUSH_PROVIDER_URL: "https://provider.example/api/v1", PUSH_PROVIDER_APP_ID: "app", PUSH_PROVIDER_KEY: "key" };
    expect(env(provider)).toMatchObject(provider);
    for (const name of Object.keys(provider)) {
      const { [name as keyof typeof provider]: _, ...rest } = provider;
      expect(() => env(rest)).toThrow(`${name} is missing`);
    }
    expect(() => env({ ...provider, PUSH_PROVIDER_URL: "http://provider.example" })).toThrow("PUSH_PROVIDER_URL is wrong");
    expect(() => env({ ...provider, PUSH_PROVIDER_KEY: "a b" })).toThrow("PUSH_PROVIDER_KEY is wrong");
  });

  it("makes demo logins beside the embedded database only, unless told", () => {
    const DATABASE_URL = "postgres://a:b@host:5432/name";
    expect([env().demo, env({ DATABASE_URL }).demo, env({ DATABASE_URL, DEMO: "on" }).demo, env({ DEMO: "off" }).demo]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it("refuses a data folder that cannot be one, and a damaged file of secrets", () => {
    const file = path.join(dir, "a-file");
    writeFileSync(file, "");
    expect(() => env({ DATA_DIR: path.join(file, "data") })).toThrow(StartError);
    expect(() => env({ DATA_DIR: path.join(file, "data") })).toThrow(/DATA_DIR/);
    const damaged = path.join(dir, "damaged");
    env({ DATA_DIR: damaged });
    writeFileSync(path.join(damaged, "secrets.json"), "{");
    expect(() => env({ DATA_DIR: damaged })).toThrow(/secrets\.json is damaged/);
    // It parses, and is none of what was kept.
    writeFileSync(path.join(damaged, "secrets.json"), "null");
    expect(() => env({ DATA_DIR: damaged })).toThrow(/secrets\.json is damaged/);
    writeFileSync(path.join(damaged, "secrets.json"), "{");
    // It must not have been replaced: a backup is the only way back.
    expect(readFileSync(path.join(damaged, "secrets.json"), "utf8")).toBe("{");
  });

  it("leaves nothing of its look whether the data folder can be written, and makes none below what takes none", () => {
    const looked = path.join(dir, "looked");
    env({ DATA_DIR: looked });
    expect(readdirSync(looked)).toEqual(["secrets.json"]);
    expect(() => env({ DATA_DIR: "/proc/parley/data" })).toThrow("cannot be written");
  });

  it.skipIf(process.getuid?.() !== 0)("says whose keys they are that it may not read, and that they are not damaged", () => {
    const others = path.join(dir, "others");
    env({ DATA_DIR: others });
    for (const [folder, mode] of [
      [dir, 0o755],
      [others, 0o777],
    ] as const)
      chmodSync(folder, mode);
    const as = (uid: number, work: () => unknown) => {
      process.seteuid?.(uid);
      try {
        return work();
      } finally {
        process.seteuid?.(0);
      }
    };
    const file = path.join(others, "secrets.json");
    for (const mode of [0o600, 0o644]) {
      chmodSync(file, mode);
      const told = /secrets\.json belongs to the user of number 0, and this is number 65534: start as its owner, or chown/;
      expect(() => as(65_534, () => env({ DATA_DIR: others }))).toThrow(told);
    }
    expect(readdirSync(others)).toEqual(["secrets.json"]);
  });

  it("makes no new keys beside an embedded database that asks for the old ones", () => {
    const lost = path.join(dir, "lost");
    mkdirSync(path.join(lost, "postgres/cluster"), { recursive: true });
    writeFileSync(path.join(lost, "postgres/cluster/PG_VERSION"), "18");
    expect(() => env({ DATA_DIR: lost })).toThrow(/secrets\.json is gone.*bring it back from a backup\.$/);
    expect(readdirSync(lost)).toEqual(["postgres"]);
    expect(() => env({ DATA_DIR: lost, DATABASE_URL: "postgres://a:b@host:5432/name" })).not.toThrow();
  });
});
