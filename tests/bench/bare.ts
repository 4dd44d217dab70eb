import http from "node:http";
import type { AddressInfo } from "node:net";
import { jwtVerify } from "jose";
import postgres from "postgres";
import { listMessages, listTopics } from "./bare-forum";
import { listAnswers, listVideos } from "./bare-lists";
import { answer } from "./child";
import { usageHandlers } from "./usage";

/**
 * The least that could answer the same: node:http, the same token check, the same session row, the same list with its
 * total, hand-written SQL in one round trip each, JSON.stringify. No routes, schemas, headers or errors.
 */
async function serve({ databaseUrl, secret }: { databaseUrl: string; secret: string }): Promise<string> {
  const sql = postgres(databaseUrl, { max: 10, onnotice: () => {}, connection: { timezone: "UTC" } });
  const key = new TextEncoder().encode(secret);

  const list = async (req: http.IncomingMessage) => {
    const token = req.headers.authorization?.slice("Bearer ".length) ?? "";
    const { payload } = await jwtVerify(token, key, { algorithms: ["HS256"] });
    const [user] = await sql<{ id: string }[]>`
      select u.id, u.role from sessions s join users u on u.id = s.user_id
      where s.id = ${String(payload.sid)} and s.user_id = ${String(payload.sub)} and s.ended_at is null and s.expires_at > now()`;
    if (!user) return undefined;
    const { pathname, searchParams } = new URL(req.url ?? "/", "http://bare");
    const page = Number(searchParams.get("page"));
    const wanted = { user: user.id, page };
    if (pathname === "/videos") return listVideos(sql, { ...wanted, search: searchParams.get("search") });
    if (pathname === "/topics") return listTopics(sql, { ...wanted, room: searchParams.get("professionId") ?? "" });
    if (pathname === "/messages") return listMessages(sql, { ...wanted, topic: searchParams.get("topicId") ?? "" });
    return listAnswers(sql, wanted);
  };

  const server = http.createServer(async (req, res) => {
    try {
      const body = await list(req);
      const text = JSON.stringify(body ?? { message: "unauthorized" });
      res.writeHead(body ? 200 : 401, { "content-type": "application/json; charset=utf-8", "content-length": Buffer.byteLength(text) });
      res.end(text);
    } catch (error) {
      console.error(error);
      res.writeHead(500).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

answer({ serve, ...usageHandlers() });
