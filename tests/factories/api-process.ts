import { createApp } from "@/server/app";
import { readEnv } from "@/server/env";
import { createFrontDoor } from "@/server/http/front-door";
import { createHttpServer } from "@/server/http/server";
import { createLog } from "@/server/log";

/** A whole process of the app but for its pages, with its jobs, for tests that kill it: `startKillable` bundles and starts it. */
const env = readEnv(process.env);
const log = createLog(env.LOG_LEVEL);
const app = createApp(env, String(env.DATABASE_URL), log);
const door = createFrontDoor(env, log);
const server = createHttpServer(door.handle, log);
door.open({ api: app.handle, pages: async (_req, res) => void res.writeHead(404).end() });
server.listen(env.PORT, env.HOST, () => {
  void app.work();
  process.send?.("ready");
});
// It does not outlive the test that started it.
process.once("disconnect", () => process.exit());
