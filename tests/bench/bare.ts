import http from "node:http";
import type { AddressInfo } from "node:net";
import { jwtVerify } from "jose";
import postgres from "postgres";
import { PAGE_SIZE } from "@/lib/constants";
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
    const page = Number(new URL(req.url ?? "/", "http://bare").searchParams.get("page"));
    const rows = await sql`
      select a.id as uid, c.id as category_id, c.name ->> 'en' as category, q.id as question_id, q.text ->> 'en' as question,
        a.state, a.mode, a.reading_time, a.answer_time, a.recording_kind, a.mime_type, a.size_bytes, a.duration_ms, a.overrun_ms, a.md5,
        a.clarity, a.logic_relevance, a.expertise_insight, a.attitude_engagement, a.rating_overall,
        a.question_difficulty, a.comments, a.file_key, a.created_at,
        (select count(*)::int from answers where user_id = ${user.id} and deleted_at is null) as total
      from answers a join questions q on q.id = a.question_id join categories c on c.id = q.category_id
      where a.user_id = ${user.id} and a.deleted_at is null
      order by a.created_at desc, a.id desc limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`;
    return { data: rows.map(toAnswer), meta: { total: rows[0]?.total ?? 0 } };
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

/** The answer's form, so that all servers send the same bytes for the same row. */
function toAnswer(row: postgres.Row) {
  return {
    uid: row.uid,
    category_id: row.category_id,
    category: row.category,
    question_id: row.question_id,
    question: row.question,
    state: row.state,
    mode: row.mode,
    reading_time: row.reading_time,
    answer_time: row.answer_time,
    recording: row.recording_kind && {
      kind: row.recording_kind,
      type: row.mime_type,
      size: Number(row.size_bytes),
      duration_ms: row.duration_ms,
      overrun_ms: row.overrun_ms,
      md5: row.md5,
    },
    rate_your_self: row.rating_overall && {
      clarity: row.clarity,
      logic_relevance: row.logic_relevance,
      expertise_insight: row.expertise_insight,
      attitude_engagement: row.attitude_engagement,
      rating_overall: row.rating_overall,
    },
    question_difficulty: row.question_difficulty,
    comments: row.comments,
    media: row.file_key && { name: `${row.uid}.webm`, link: null },
    created_at: row.created_at.toISOString(),
  };
}

answer({ serve, ...usageHandlers() });
