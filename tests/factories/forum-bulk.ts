import { sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import type { Database, Executor } from "@/server/db/client";

/**
 * Rooms with many topics and messages, made by the database itself: members write in turn, in twelve rooms, over two years up to now. Each
 * message is found by words of its own and by common ones.
 */
export const insertForum = (db: Database, size: Size): Promise<{ rooms: string[]; people: string[] }> =>
  db.transaction(async (tx) => {
    // What refers to what is right by its making; to check a million times would take minutes.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`set local statement_timeout = 0`);
    return fill(tx, size);
  });

interface Size {
  topics: number;
  messages: number;
  members: number;
}

/** Topics whose messages are made in one statement. */
const TOPICS_AT_ONCE = 10_000;

async function fill(db: Executor, { topics, messages, members }: Size): Promise<{ rooms: string[]; people: string[] }> {
  const rooms = Array.from({ length: 12 }, () => uuidv7());
  const each = Math.round(messages / topics);
  const names = sql`jsonb_build_object('en', 'Room', 'fr', 'Salon', 'vi', 'Phòng', 'cn', '房间', 'ar', 'غرفة')`;
  await db.execute(sql`
    insert into professions (id, slug, position, name, description)
    select id, 'bulk-' || n, 1000 + n, ${names}, ${names} from unnest(${sql.param(rooms)}::uuid[]) with ordinality as r(id, n)`);
  const people = (
    await db.execute<{ id: string }>(sql`
      insert into users (id, email, first_name, last_name)
      select gen_random_uuid(), 'bulk' || n || '@example.com', 'Bulk', 'M' || n from generate_series(1, ${members}::int) n returning id`)
  ).map(({ id }) => id);
  await db.execute(sql`
    insert into forum_members (user_id, handle, name, folded, post_count, joined_at)
    select id, 'bulk' || n, 'Bulk ' || n, 'bulk ' || n, ${each}::int, now() - interval '3 years'
    from unnest(${sql.param(people)}::uuid[]) with ordinality as m(id, n)`);
  // Known by its number, and with the marks of a version 4: what is answered is checked.
  const topic = sql`overlay(overlay(md5('topic' || n) placing '4' from 13) placing '8' from 17)::uuid`;
  const person = (n: ReturnType<typeof sql>) => sql`(${sql.param(people)}::uuid[])[1 + (${n}) % ${members}::int]`;
  // The n-th topic moved last n parts of two years ago.
  const moved = (n: ReturnType<typeof sql>) => sql`now() - (${n})::float8 / ${topics}::int * interval '2 years'`;
  await db.execute(sql`
    insert into forum_topics (id, profession_id, author_id, title, locale, state, last_seq, post_count, answered, last_post_at, poster_ids, poster_count, created_at)
    select ${topic}, (${sql.param(rooms)}::uuid[])[1 + n % 12], ${person(sql`n`)}, 'How about ' || n, 'en',
      case when n % 50 = 0 then 'locked' else 'open' end::topic_state, ${each}::int, ${each}::int, n % 10 <> 0, ${moved(sql`n`)},
      array[${person(sql`n`)}, ${person(sql`n + 1`)}, ${person(sql`n + 2`)}, ${person(sql`n + 3`)}], ${each}::int,
      ${moved(sql`n`)} - interval '1 day'
    from generate_series(1, ${topics}::int) n`);
  // In parts, each of which is answered long before the app takes its database for dead.
  for (let from = 1; from <= topics; from += TOPICS_AT_ONCE)
    await db.execute(sql`
      insert into forum_posts (id, topic_id, seq, profession_id, author_id, text, fingerprint, search, created_at)
      select gen_random_uuid(), ${topic}, s, (${sql.param(rooms)}::uuid[])[1 + n % 12], ${person(sql`n + s`)},
        'Message ' || s || ' of topic ' || n || ': **calmer** than before, but the example needs a number.', n::bigint * 1000 + s,
        array_to_tsvector(array['message', 'topic', 'calmer', 'number', 'n' || n, 'word' || (n * 31 + s) % 5000, 'common' || n % 10]),
        ${moved(sql`n`)} - (${each}::int - s) * interval '1 minute'
      from generate_series(${from}::int, ${Math.min(topics, from + TOPICS_AT_ONCE - 1)}::int) n, generate_series(1, ${each}::int) s`);
  await db.execute(sql`
    update professions r set topic_count = (select count(*) from forum_topics t where t.profession_id = r.id and t.kind = 'thread')
    where r.id = any(${sql.param(rooms)}::uuid[])`);
  return { rooms, people };
}
