import { callApi, P } from "./actions";
import type { RunningApp } from "./app";
import { databaseOf } from "./database";
import type { Account } from "./fixtures";

const DAY_MS = 86_400_000;

/** Rated answers to the bank's first questions over some weeks, one of them a second time. @returns the question with several takes */
export async function practisedForWeeks(app: RunningApp, account: Account): Promise<string> {
  const { data: categories } = await callApi(app.url, account.token, `${P}/category/get`);
  const lists = await Promise.all(
    categories.slice(0, 3).map(({ uid }: { uid: string }) => callApi(app.url, account.token, `${P}/question/get?category_id=${uid}`)),
  );
  const questions = lists.flatMap(({ data }) => data.slice(0, 3)) as { uid: string }[];
  const sql = await databaseOf(app);
  for (const at of Array(11).keys()) {
    const question_id = questions[at % questions.length]?.uid;
    const score = (shift: number) => 1 + ((at + shift) % 3) + (at > 5 ? 1 : 0);
    const { data } = await callApi(app.url, account.token, `${P}/answer/save`, {
      question_id,
      comments: at === 0 ? "Too long before the result." : "The result came early.",
      rate_your_self: {
        clarity: score(0),
        logic_relevance: score(1),
        expertise_insight: score(2),
        attitude_engagement: score(0),
        rating_overall: score(1),
      },
    });
    // Older ones first, and a week without any.
    const ago = at < 6 ? 60 - at * 4 : 24 - at * 2;
    await sql`update answers set recorded_at = ${new Date(Date.now() - ago * DAY_MS)}, duration_ms = ${50_000 + at * 7000} where id = ${data.uid}`;
  }
  await sql.end();
  return questions[0]?.uid ?? "";
}

/** An interview in the log. @returns its uid */
export async function anInterview(app: RunningApp, account: Account, change: Record<string, unknown> = {}): Promise<string> {
  const { data } = await callApi(app.url, account.token, `${P}/interview/save`, {
    company: "Nile Robotics",
    role: "Test engineer",
    date: "2031-03-14",
    time: "14:30",
    timeZone: "Africa/Khartoum",
    stage: "technical",
    notes: "Third floor. Ask for Amal.",
    questions: [{ text: "How would you test a lift?", went: 4 }],
    ...change,
  });
  return data.uid;
}
