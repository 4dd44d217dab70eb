import type { DefinitionProblem } from "@/lib/enums/trades-forms";
import type { FormCondition, FormDefinition, FormField } from "@/lib/form-definitions";

/** Characters at most. */
export const FORM = { name: 120, label: 300, help: 1000, option: 120 } as const;

/** Forms of a workspace, and what one of them is made of. */
export const MOST_FORMS = 200;
export const MOST_FIELDS = 100;
/** Versions of a form: as many as their column counts. */
export const MOST_VERSIONS = 2_147_483_647;
export const MOST_OPTIONS = 50;
export const MOST_CONDITIONS = 10;
export const MOST_PHOTOS = 12;
/** Photos that all fields of a form may hold together. */
export const MOST_FORM_PHOTOS = 60;
/** A hundred metres, in millimetres. */
export const MOST_MM = 100_000;

/** A field that somebody answers. */
export type AskedField = Extract<FormField, { required: boolean }>;
export const isAsked = (field: FormField): field is AskedField => field.kind !== "heading" && field.kind !== "note";

/** What a condition can look at. */
export const canBeLookedAt = (field: FormField): field is Extract<FormField, { kind: "choice" | "number" }> =>
  field.kind === "choice" || field.kind === "number";

function conditionProblem(condition: FormCondition, earlier: ReadonlyMap<string, FormField>): DefinitionProblem | null {
  const of = earlier.get(condition.field);
  if (!of) return "noEarlierField";
  if (condition.test === "atLeast") {
    if (of.kind !== "number") return "wrongTest";
    return Number.isInteger(condition.value) ? null : "noNumber";
  }
  if (of.kind !== "choice") return "wrongTest";
  return of.options.some(({ id }) => id === condition.option) ? null : "noSuchOption";
}

/**
 * What keeps a form from being published: each with its field's id, or null where it is the form's. A condition looks at earlier fields
 * alone, so that none can wait for itself.
 */
export function definitionProblems({ fields }: FormDefinition): { field: string | null; problem: DefinitionProblem }[] {
  const earlier = new Map<string, FormField>();
  const problems: { field: string | null; problem: DefinitionProblem }[] = [];
  if (!fields.some(isAsked)) problems.push({ field: null, problem: "nothingAsked" });
  if (fields.reduce((sum, field) => sum + (field.kind === "photo" ? field.most : 0), 0) > MOST_FORM_PHOTOS)
    problems.push({ field: null, problem: "tooManyPhotos" });
  for (const field of fields) {
    const found = (problem: DefinitionProblem) => problems.push({ field: field.id, problem });
    if (field.label === "") found("noLabel");
    if (field.kind === "choice") {
      const labels = field.options.map(({ label }) => label.toLowerCase());
      if (labels.length === 0 || labels.includes("")) found("noOptions");
      if (new Set(labels).size < labels.length || new Set(field.options.map(({ id }) => id)).size < labels.length) found("sameOption");
    }
    if (field.kind === "photo" && !Number.isInteger(field.most)) found("noNumber");
    if (field.kind === "number" && field.min !== null && field.max !== null && field.min > field.max) found("range");
    for (const condition of field.when?.conditions ?? []) {
      const problem = conditionProblem(condition, earlier);
      if (problem) found(problem);
    }
    earlier.set(field.id, field);
  }
  return problems;
}

/** The fields with one of them at another place. */
export function moved<One>(all: readonly One[], from: number, to: number): One[] {
  const one = all[from];
  return one === undefined ? [...all] : all.toSpliced(from, 1).toSpliced(to, 0, one);
}

/** A field as it is added, yet without words. */
export function blankField(kind: FormField["kind"], newId: () => string): FormField {
  const shown = { id: newId(), label: "", when: null };
  const asked = { ...shown, help: "", required: false };
  switch (kind) {
    case "text":
      return { kind, ...asked, long: false };
    case "number":
      return { kind, ...asked, unit: "mm", min: null, max: null };
    case "choice":
      return { kind, ...asked, several: false, options: [newId(), newId()].map((id) => ({ id, label: "" })) };
    case "photo":
      return { kind, ...asked, most: 4 };
    case "signature":
      return { kind, ...asked };
    case "heading":
    case "note":
      return { kind, ...shown };
  }
}

/** The same field once more: what names it looks at the first one still. */
export const copyOf = (field: FormField, newId: () => string): FormField => ({ ...structuredClone(field), id: newId() });
