import { expect, it } from "vitest";
import { checkAnswer } from "#tests/factories/openapi";

/** As the harness hears a procedure that succeeded. */
const given = (json: unknown, meta?: object) => ({
  status: 200,
  headers: new Headers(),
  body: { result: { data: { json, ...(meta ? { meta } : {}) } } },
});

it("what a procedure gives is held to what the document says of its answer over REST", () => {
  const [uid, name] = ["0198c5f0-7a4e-7000-8000-5d3a1b2c4e6f", "Kitchens"];
  const page = (category: object) => ({ data: [category], meta: { total: 1 } });
  const category = { uid, name, description: "", questions: 3 };
  const check = (json: unknown, meta?: object) => () => checkAnswer("GET", "/api/trpc/practice.categories?input=1", given(json, meta));
  expect(check(page(category))).not.toThrow();
  // As superjson says that something is undefined.
  expect(check({ ...page(category), more: null }, { values: { more: ["undefined"] } })).not.toThrow();
  for (const wrong of [
    { ...category, secret: 1 },
    { ...category, questions: "3" },
    { uid, name, description: "" },
  ])
    expect(check(page(wrong))).toThrow("practice.categories gives what is not in the document");
});
