import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, inject } from "vitest";
import { holdAnswersWith } from "#tests/factories/held-to-document";
import { checkAnswer } from "#tests/factories/openapi";
import { type App, createApp } from "@/server/app";
import { users } from "@/server/db/schema";
import { type Env, readEnv } from "@/server/env";
import { createFrontDoor } from "@/server/http/front-door";
import { createHttpServer } from "@/server/http/server";
import { createLog } from "@/server/log";
import { createTelemetry, type Telemetry } from "@/server/telemetry/telemetry";

holdAnswersWith(checkAnswer);

export interface Harness {
  url: string;
  app: App;
  env: Env;
  telemetry: Telemetry;
  databaseUrl: string;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
}

export interface CallOptions {
  token?: string | undefined;
  body?: unknown;
  /** Sent as it is, instead of `body` as JSON. */
  raw?: string;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked at by tests
  body: any;
}

/** The API with a clone of the template database, on a port of its own: real HTTP, real PostgreSQL, no pages. */
export async function startHarness(settings: Record<string, string> = {}, also?: { write(line: string): void }): Promise<Harness> {
  const template = inject("databaseUrl");
  const name = `test_${randomBytes(6).toString("hex")}`;
  const admin = postgres(template.replace(/\/[^/]*$/, "/postgres"), { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name} template parley`);
  const databaseUrl = template.replace(/\/[^/]*$/, `/${name}`);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "parley-data-"));

  let handle: http.RequestListener = (_req, res) => void res.writeHead(503).end();
  const log = createLog((settings.LOG_LEVEL as Env["LOG_LEVEL"] | undefined) ?? "silent", also);
  const server = createHttpServer((req, res) => handle(req, res), log);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = readEnv({
    NODE_ENV: "test",
    DATA_DIR: dataDir,
    APP_URL: url,
    RATE_LIMITS: "off",
    ...settings,
  } as unknown as NodeJS.ProcessEnv);
  const telemetry = await createTelemetry(env, log);
  const app = createApp(env, databaseUrl, log, telemetry);
  const door = createFrontDoor(env, log, telemetry);
  // What is not the API's is a page; there are none here.
  door.open({ api: app.handle, pages: async (_req, res) => void res.writeHead(404).end("page") });
  handle = door.handle;

  return {
    url,
    app,
    env,
    telemetry,
    databaseUrl,
    call: (method, target, options) => call(url, method, target, options),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await app.close();
      await telemetry.close();
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** One call as a client makes it. Whatever the document says of such an answer is checked in passing, so that each feature's tests hold to it. */
export async function call(url: string, method: string, target: string, options: CallOptions = {}): Promise<Answer> {
  const { token, body, raw, headers } = options;
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  // fetch refuses a body on GET, which the contract allows: Node's own client sends it.
  const answer = await new Promise<{ status: number; headers: Headers; text: string }>((resolve, reject) => {
    const request = http.request(
      new URL(target, url),
      {
        method,
        headers: {
          ...(payload === undefined ? {} : { "content-type": "application/json", "content-length": String(Buffer.byteLength(payload)) }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        // Cut off in the middle of its answer.
        response.on("error", reject);
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: new Headers(response.headers as Record<string, string>),
            text: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    request.on("error", reject);
    request.end(payload);
  });
  const json = answer.headers.get("content-type")?.includes("json");
  const told = { status: answer.status, headers: answer.headers, body: json && answer.text ? JSON.parse(answer.text) : answer.text };
  checkAnswer(method, target, told);
  return told;
}

/** One harness for a test file. */
export function useHarness(settings?: Record<string, string>): () => Harness {
  let harness: Harness | undefined;
  beforeAll(async () => {
    harness = await startHarness(settings);
  });
  afterAll(() => harness?.close());
  return () => {
    if (!harness) throw new Error("the harness has not started");
    return harness;
  };
}

export const PASSWORD = "correct horse battery";

/** A fresh account, registered through the API, whose address is confirmed unless the test is about that. */
export async function registerUser(harness: Harness, overrides: Record<string, unknown> = {}, { confirmed = true } = {}) {
  const email = `${randomUUID()}@example.com`;
  const answer = await harness.call("POST", "/api/account/register", {
    body: { email, password: PASSWORD, firstName: "Ada", lastName: "Test", ...overrides },
  });
  const user = answer.body.user as { uid: string; emailVerified: boolean };
  if (confirmed) await harness.app.services.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, user.uid));
  user.emailVerified = confirmed;
  return { email: (overrides.email as string | undefined) ?? email, token: answer.body.accessToken as string, user };
}
