import type http from "node:http";
import type { AddressInfo } from "node:net";
import { createApp } from "@/server/app";
import { readEnv } from "@/server/env";
import { createFrontDoor } from "@/server/http/front-door";
import { createHttpServer } from "@/server/http/server";
import { createLog } from "@/server/log";
import { answer } from "./child";
import { usageHandlers } from "./usage";

/** The product's server with everything but pages, as production runs it. */
async function serve({ databaseUrl, dataDir, secret }: { databaseUrl: string; dataDir: string; secret: string }): Promise<string> {
  let handle: http.RequestListener = (_req, res) => void res.writeHead(503).end();
  const log = createLog("warn");
  const server = createHttpServer((req, res) => handle(req, res), log);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = readEnv({
    NODE_ENV: "production",
    APP_URL: url,
    DATA_DIR: dataDir,
    SECRET: secret,
    JOBS: "off",
    // One account asks for what thousands would.
    RATE_LIMITS: "off",
  });
  const app = createApp(env, databaseUrl, log);
  const door = createFrontDoor(env, log);
  door.open({ api: app.handle, pages: async (_req, res) => void res.writeHead(404).end() });
  handle = door.handle;
  return url;
}

answer({ serve, ...usageHandlers() });
