import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aDefinition } from "#tests/factories/forms";
import {
  fitting,
  handedIn,
  isEmpty,
  leftOut,
  MOST_POINTS,
  photosOf,
  sendable,
  shownFields,
  withElsewhere,
  withPhotos,
} from "@/features/trades/entries/rules";
import { formAnswers } from "@/features/trades/entries/schema";
import {
  blankField,
  copyOf,
  definitionProblems,
  isAsked,
  MOST_FIELDS,
  MOST_FORM_PHOTOS,
  MOST_MM,
  MOST_PHOTOS,
  moved,
} from "@/features/trades/forms/rules";
import { formDefinition } from "@/features/trades/forms/schema";
import { FORM_FIELD_KINDS } from "@/lib/enums/trades-forms";
import {
  type FormAnswer,
  type FormAnswers,
  type FormCondition,
  type FormDefinition,
  type FormField,
  strokePath,
} from "@/lib/form-definitions";

const IDS = Array.from({ length: 8 }, () => randomUUID());
const OPTIONS = Array.from({ length: 3 }, () => randomUUID());
const PHOTOS = Array.from({ length: 4 }, () => randomUUID());
const [A, B, C] = IDS as [string, string, string];
const [X, Y, Z] = OPTIONS as [string, string, string];

type Of<Kind extends FormField["kind"]> = Extract<FormField, { kind: Kind }>;
const base = { label: "Field", help: "", required: false, when: null };
const text = (id: string, more: Partial<Of<"text">> = {}): FormField => ({ ...base, id, kind: "text", long: false, ...more });
const number = (id: string, more: Partial<Of<"number">> = {}): FormField => ({
  ...base,
  id,
  kind: "number",
  unit: "mm",
  min: null,
  max: null,
  ...more,
});
const choice = (id: string, more: Partial<Of<"choice">> = {}): FormField => ({
  ...base,
  id,
  kind: "choice",
  several: false,
  options: [
    { id: X, label: "One" },
    { id: Y, label: "Other" },
  ],
  ...more,
});
const photo = (id: string, more: Partial<Of<"photo">> = {}): FormField => ({ ...base, id, kind: "photo", most: 2, ...more });
const signature = (id: string, more: Partial<Of<"signature">> = {}): FormField => ({ ...base, id, kind: "signature", ...more });
const when = (...conditions: FormCondition[]) => ({ join: "all" as const, conditions });
const problemsOf = (...fields: FormField[]) => definitionProblems({ fields }).map(({ problem }) => problem);

/** Forms that are in order: every condition looks at a number or a choice before it. */
const definitions: fc.Arbitrary<FormDefinition> = fc
  .array(
    fc.record({
      kind: fc.constantFrom("text", "number", "choice", "choices", "photo", "signature", "heading"),
      required: fc.boolean(),
      join: fc.constantFrom("all" as const, "any" as const),
      looks: fc.array(fc.tuple(fc.nat(), fc.constantFrom(X, Y), fc.integer({ min: -5, max: 5 })), { maxLength: 3 }),
    }),
    { maxLength: IDS.length - 1 },
  )
  .map((plans) => {
    const fields: FormField[] = [];
    for (const [at, { kind, required, join, looks }] of plans.entries()) {
      const before = fields.filter((field) => field.kind === "number" || field.kind === "choice");
      const conditions = looks.flatMap(([pick, option, value]): FormCondition[] => {
        const of = before[pick % before.length];
        if (!of) return [];
        return [of.kind === "number" ? { test: "atLeast", field: of.id, value } : { test: "chosen", field: of.id, option }];
      });
      const own = { required, when: conditions.length > 0 ? { join, conditions } : null };
      const id = IDS[at] as string;
      if (kind === "text") fields.push(text(id, own));
      else if (kind === "number") fields.push(number(id, { ...own, min: -4, max: 4 }));
      else if (kind === "photo") fields.push(photo(id, own));
      else if (kind === "signature") fields.push(signature(id, own));
      else if (kind === "heading") fields.push({ id, kind: "heading", label: "Part", when: own.when });
      else fields.push(choice(id, { ...own, several: kind === "choices" }));
    }
    return { fields: [...fields, text(IDS.at(-1) as string)] };
  });

/** Answers of any kind to any field, good ones and others. */
const answers: fc.Arbitrary<FormAnswers> = fc.dictionary(
  fc.constantFrom(...IDS),
  fc.oneof(
    fc.constantFrom("", "Oak", "two\nlines").map((words): FormAnswer => ({ kind: "text", text: words })),
    fc.integer({ min: -6, max: 6 }).map((value): FormAnswer => ({ kind: "number", value })),
    fc.array(fc.constantFrom(X, Y, Z), { maxLength: 3 }).map((options): FormAnswer => ({ kind: "choice", options })),
    fc.array(fc.constantFrom(...PHOTOS), { maxLength: 3 }).map((photos): FormAnswer => ({ kind: "photo", photos })),
    fc
      .tuple(fc.constantFrom("", "Mia Stone"), fc.boolean(), fc.boolean())
      .map(([name, confirmed, drawn]): FormAnswer => ({ kind: "signature", name, confirmed, strokes: drawn ? [[[1, 2]]] : [] })),
  ),
);

describe("how a form is built", () => {
  it("is in order where its conditions look back", () => {
    fc.assert(
      fc.property(definitions, (definition) => {
        expect(formDefinition.parse(definition)).toEqual(definition);
        expect(definitionProblems(definition)).toEqual([]);
      }),
    );
  });

  it("is not where a field comes before one that it looks at, whichever order that is", () => {
    fc.assert(
      fc.property(definitions, ({ fields }) => {
        const looking = fields.filter((field) => field.when !== null);
        const turned = definitionProblems({ fields: fields.toReversed() });
        expect(new Set(turned.map(({ field }) => field))).toEqual(new Set(looking.map(({ id }) => id)));
        expect(turned.every(({ problem }) => problem === "noEarlierField")).toBe(true);
      }),
    );
  });

  it("says what does not fit", () => {
    expect(problemsOf()).toEqual(["nothingAsked"]);
    expect(problemsOf({ kind: "heading", id: A, label: "", when: null })).toEqual(["nothingAsked", "noLabel"]);
    expect(problemsOf(number(A, { min: 5, max: 4 }))).toEqual(["range"]);
    expect(problemsOf(choice(A, { options: [] }))).toEqual(["noOptions"]);
    expect(problemsOf(choice(A, { options: [{ id: X, label: "" }] }))).toEqual(["noOptions"]);
    const alike = ["Oak", "oak"].map((label, at) => ({ id: OPTIONS[at] as string, label }));
    expect(problemsOf(choice(A, { options: alike }))).toEqual(["sameOption"]);
    expect(problemsOf(choice(A, { options: alike.map(({ label }, at) => ({ id: X, label: `${label}${at}` })) }))).toEqual(["sameOption"]);
    expect(problemsOf(text(A, { when: when({ test: "chosen", field: A, option: X }) }))).toEqual(["noEarlierField"]);
    expect(problemsOf(choice(A), text(B, { when: when({ test: "chosen", field: A, option: Z }) }))).toEqual(["noSuchOption"]);
    expect(problemsOf(choice(A), text(B, { when: when({ test: "atLeast", field: A, value: 1 }) }))).toEqual(["wrongTest"]);
    expect(problemsOf(text(A), text(B, { when: when({ test: "chosen", field: A, option: X }) }))).toEqual(["wrongTest"]);
    // A number that somebody has emptied, and one that a draft kept as nothing.
    for (const value of [Number.NaN, null as never])
      expect(problemsOf(number(A), text(B, { when: when({ test: "atLeast", field: A, value }) }))).toEqual(["noNumber"]);
    expect(problemsOf(photo(A, { most: Number.NaN }))).toEqual(["noNumber"]);
    const many = Array.from({ length: MOST_FORM_PHOTOS / MOST_PHOTOS + 1 }, () => photo(randomUUID(), { most: MOST_PHOTOS }));
    expect(problemsOf(...many)).toEqual(["tooManyPhotos"]);
    expect(problemsOf(...many.slice(1))).toEqual([]);
  });

  it("is kept half built, but not with two fields of one id or more than it may have", () => {
    const fields = FORM_FIELD_KINDS.map((kind) => blankField(kind, randomUUID));
    expect(formDefinition.parse({ fields })).toEqual({ fields });
    const [first] = fields as [FormField];
    expect(formDefinition.safeParse({ fields: [first, first] }).success).toBe(false);
    expect(formDefinition.safeParse({ fields: [first, copyOf(first, randomUUID)] }).success).toBe(true);
    const many = (length: number) => formDefinition.safeParse({ fields: Array.from({ length }, () => copyOf(first, randomUUID)) }).success;
    expect([many(MOST_FIELDS), many(MOST_FIELDS + 1)]).toEqual([true, false]);
  });

  it("loses nothing when a field is moved", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1 }), fc.nat(), fc.nat(), (all, one, other) => {
        const [from, to] = [one % all.length, other % all.length];
        const next = moved(all, from, to);
        expect(next[to]).toBe(all[from]);
        expect(moved(next, to, from)).toEqual(all);
      }),
    );
    expect(moved([1, 2], 5, 0)).toEqual([1, 2]);
  });
});

describe("which fields show", () => {
  it("is by the conditions, and an answer that does not show counts for none, however long the chain", () => {
    const fields = [
      choice(A),
      number(B, { when: when({ test: "chosen", field: A, option: X }) }),
      text(C, { when: when({ test: "atLeast", field: B, value: 600 }) }),
    ];
    const shown = (option: string, value: number) =>
      shownFields({ fields }, { [A]: { kind: "choice", options: [option] }, [B]: { kind: "number", value } }).map(({ id }) => id);
    expect(shown(X, 600)).toEqual([A, B, C]);
    expect(shown(X, 599)).toEqual([A, B]);
    expect(shown(Y, 600)).toEqual([A]);
    expect(shown(Z, 600)).toEqual([A]);
  });

  it("takes conditions together as all or as any", () => {
    const shows = (join: "all" | "any", options: string[]) => {
      const conditions = [X, Y].map((option): FormCondition => ({ test: "chosen", field: A, option }));
      const fields = [choice(A, { several: true }), text(B, { when: { join, conditions } })];
      return shownFields({ fields }, { [A]: { kind: "choice", options } }).length === 2;
    };
    expect([[], [X], [X, Y]].map((options) => shows("all", options))).toEqual([false, false, true]);
    expect([[], [X], [X, Y]].map((options) => shows("any", options))).toEqual([false, true, true]);
  });
});

describe("what is handed in", () => {
  it("is of fields that show, and shows the same fields again", () => {
    fc.assert(
      fc.property(definitions, answers, (definition, given) => {
        const { answers: kept, problems } = handedIn(definition, given);
        const shown = shownFields(definition, given).map(({ id }) => id);
        for (const [id, answer] of Object.entries(kept)) {
          expect(shown).toContain(id);
          expect(answer).toEqual(given[id]);
          expect(isEmpty(answer)).toBe(false);
        }
        expect(problems.every(({ field }) => shown.includes(field.id) && !(field.id in kept))).toBe(true);
        if (problems.length > 0) return;
        expect(shownFields(definition, kept).map(({ id }) => id)).toEqual(shown);
        expect(handedIn(definition, kept)).toEqual({ answers: kept, problems: [] });
        expect(formAnswers.parse(kept)).toEqual(kept);
      }),
    );
  });

  it("lacks nothing that shows and was answered, or has to be", () => {
    fc.assert(
      fc.property(definitions, answers, (definition, given) => {
        const { answers: kept, problems } = handedIn(definition, given);
        const wrong = new Set(problems.map(({ field }) => field.id));
        for (const field of shownFields(definition, given).filter(isAsked)) {
          const answer = given[field.id];
          if (field.required || (answer && !isEmpty(answer))) expect(field.id in kept || wrong.has(field.id)).toBe(true);
        }
      }),
    );
  });

  it("says what is wrong with an answer", () => {
    const wrong = (field: FormField, answer: FormAnswer) => handedIn({ fields: [field] }, { [field.id]: answer }).problems[0]?.problem;
    const mm = (value: number) => wrong(number(A, { min: 0, max: 3200 }), { kind: "number", value });
    expect([-1, 0, 3200, 3201, 1.5, Number.NaN].map(mm)).toEqual(["tooSmall", undefined, undefined, "tooLarge", "integer", "integer"]);
    expect(wrong(number(A), { kind: "number", value: MOST_MM + 1 })).toBe("tooLarge");
    expect(wrong(choice(A), { kind: "choice", options: [X, Y] })).toBe("tooMany");
    expect(wrong(choice(A), { kind: "choice", options: [Z] })).toBe("choice");
    expect(wrong(choice(A, { several: true }), { kind: "choice", options: [X, X] })).toBe("choice");
    expect(wrong(text(A), { kind: "text", text: "two\nlines" })).toBe("format");
    expect(wrong(text(A, { long: true }), { kind: "text", text: "two\nlines" })).toBeUndefined();
    expect(wrong(text(A), { kind: "number", value: 1 })).toBe("format");
    expect(wrong(photo(A, { most: 1 }), { kind: "photo", photos: [X, Y] })).toBe("tooMany");
  });

  it("holds a signature that was drawn, or typed and confirmed, always with the name, and drops no half of one", () => {
    const problem = (required: boolean, name: string, confirmed: boolean, strokes: [number, number][][]) =>
      handedIn({ fields: [signature(A, { required })] }, { [A]: { kind: "signature", name, confirmed, strokes } }).problems[0]?.problem;
    for (const required of [true, false]) {
      expect(problem(required, "Mia Stone", false, [[[1, 2]]])).toBeUndefined();
      expect(problem(required, "Mia Stone", true, [])).toBeUndefined();
      expect(problem(required, "Mia Stone", false, [])).toBe("unsigned");
      expect(problem(required, "", true, [[[1, 2]]])).toBe("unsigned");
      expect(problem(required, "", false, [])).toBe(required ? "required" : undefined);
    }
  });
});

describe("what was filled in on a device that did not hand it in", () => {
  const definition = { fields: [choice(A), text(B, { when: when({ test: "chosen", field: A, option: X }) }), signature(C)] };
  const says = (words: string): FormAnswer => ({ kind: "text", text: words });
  const chosen = (...options: string[]): FormAnswer => ({ kind: "choice", options });
  const left = (handed: FormAnswers, changed: Record<string, FormAnswer | null>) => Object.keys(leftOut(definition, handed, changed));

  it("is left out where what was handed in says something else there, or nothing", () => {
    expect(left({ [A]: chosen(X) }, { [B]: says("Oak") })).toEqual([B]);
    expect(left({ [A]: chosen(X), [B]: says("Ash") }, { [A]: chosen(X), [B]: says("Oak") })).toEqual([B]);
    expect(left({ [A]: chosen(X), [B]: says("Oak") }, { [A]: chosen(Y) })).toEqual([A]);
    // Emptied or taken back, too.
    expect(left({ [A]: chosen(X), [B]: says("Oak") }, { [A]: null })).toEqual([A]);
    expect(left({ [A]: chosen(X), [B]: says("Oak") }, { [B]: says(" ") })).toEqual([B]);
  });

  it("is not where it is there but for blanks and the order of its parts, nor in a field that does not show", () => {
    expect(left({ [A]: chosen(X), [B]: says("Oak\nand ash") }, { [B]: says(" Oak\r\nand ash ") })).toEqual([]);
    const signed: FormAnswer = { strokes: [], name: "Mia Stone", kind: "signature", confirmed: true };
    expect(left({ [C]: signed }, { [C]: { kind: "signature", name: "Mia Stone ", confirmed: true, strokes: [] } })).toEqual([]);
    expect(left({ [A]: chosen(Y) }, { [A]: chosen(Y), [B]: says("Oak") })).toEqual([]);
  });

  it("is nothing where it was handed in from there after all", () => {
    fc.assert(
      fc.property(definitions, answers, (built, given) => {
        const mine = fitting(built, given);
        const { answers: handed, problems } = handedIn(built, mine);
        fc.pre(problems.length === 0);
        expect(leftOut(built, handed, mine)).toEqual({});
      }),
    );
  });
});

describe("what a device that was away filled in", () => {
  const says = (text: string): FormAnswer => ({ kind: "text", text });
  const shows = (...photos: string[]): FormAnswer => ({ kind: "photo", photos });

  it("goes as it is where all that the server has is nothing, or of this device", () => {
    const mine = { [A]: says("Oak, oiled"), [C]: shows(Y) };
    const alone = { answers: mine, elsewhere: false };
    expect(withElsewhere({}, [], mine)).toEqual(alone);
    expect(withElsewhere({ [A]: says("Oak ") }, [{ [A]: says("Oak") }], mine)).toEqual(alone);
    // Which of the tries arrived is not known; what was taken back since does not come back.
    const tries = [{ [A]: says("Oak"), [B]: says("Ash"), [C]: shows(X) }, { [A]: says("Oak, waxed") }];
    for (const arrived of tries) expect(withElsewhere(arrived, tries, mine)).toEqual(alone);
  });

  it("leaves what another device has there, but for what is changed here since it was sent", () => {
    const ash = { [A]: says("Ash") };
    expect(withElsewhere(ash, [], { [B]: says("Sink") })).toEqual({ answers: { ...ash, [B]: says("Sink") }, elsewhere: true });
    expect(withElsewhere(ash, [], { [A]: says("Oak") })).toEqual({ answers: { [A]: says("Oak") }, elsewhere: true });
    expect(withElsewhere(ash, [{ [A]: says("Oak") }], { [A]: says("Oak") })).toEqual({ answers: ash, elsewhere: true });
  });

  it("has the photos of both, without those that were left out here", () => {
    const [ours, theirs, gone] = [X, Y, Z];
    const joined = { answers: { [A]: shows(theirs, ours) }, elsewhere: true };
    expect(withElsewhere({ [A]: shows(gone, theirs) }, [{ [A]: shows(gone) }], { [A]: shows(ours) })).toEqual(joined);
    expect(withElsewhere({ [A]: shows(theirs) }, [], {})).toEqual({ answers: { [A]: shows(theirs) }, elsewhere: true });
  });
});

describe("what is kept of answers", () => {
  it("is what fits the form, and photos that are there", () => {
    const definition = { fields: [text(A), photo(B)] };
    const given: FormAnswers = {
      [A]: { kind: "number", value: 1 },
      [B]: { kind: "photo", photos: [X, Y, X] },
      [C]: { kind: "text", text: "?" },
    };
    expect(fitting(definition, given)).toEqual({ [B]: given[B] });
    const there = withPhotos(given, new Set([X, Z]));
    expect(there).toEqual({ ...given, [B]: { kind: "photo", photos: [X] } });
    expect(photosOf(there)).toEqual([X]);
    expect(fitting({ fields: [{ kind: "heading", id: A, label: "", when: null }] }, given)).toEqual({});
  });

  it("is what the server reads: an amount that is none stays on the screen", () => {
    const amounts = [1, 1.5, Number.NaN, MOST_MM + 1];
    const given = Object.fromEntries(amounts.map((value, at) => [IDS[at] as string, { kind: "number" as const, value }]));
    expect(sendable(given)).toEqual({ [A]: given[A] });
    expect(formAnswers.safeParse(sendable(given)).success).toBe(true);
  });

  it("is bounded", () => {
    const signed = (strokes: [number, number][][]) =>
      formAnswers.safeParse({ [A]: { kind: "signature", name: "Mia", confirmed: false, strokes } }).success;
    const stroke = (length: number) => Array.from({ length }, (): [number, number] => [1, 1]);
    expect(signed([stroke(MOST_POINTS)])).toBe(true);
    expect(signed([stroke(MOST_POINTS), stroke(1)])).toBe(false);
    expect(signed([[[1001, 0]]])).toBe(false);
    expect(signed([[]])).toBe(false);
    const keys = (length: number) =>
      formAnswers.safeParse(Object.fromEntries(Array.from({ length }, () => [randomUUID(), { kind: "text", text: "" }]))).success;
    expect([keys(MOST_FIELDS), keys(MOST_FIELDS + 1)]).toEqual([true, false]);
    expect(formAnswers.safeParse({ constructor: { kind: "text", text: "" } }).success).toBe(false);
  });

  it("draws a stroke, and a tap as a dot", () => {
    expect(strokePath([])).toBe("");
    expect(strokePath([[1, 2]])).toBe("M1 2L1 2");
    const path = strokePath([
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
    expect(path).toBe("M1 2L3 4L5 6");
  });

  it("of the tests' own form is whole", () => {
    const { definition, answers: given } = aDefinition();
    expect(definitionProblems(definition)).toEqual([]);
    expect(handedIn(definition, given)).toEqual({ answers: given, problems: [] });
  });
});
