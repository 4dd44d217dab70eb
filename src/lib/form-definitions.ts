import type { ConditionJoin, NumberUnit } from "./enums/trades-forms";

// What a form of a workspace asks and how it is answered, as both are kept: the tables, the zod schemas and the rules read these types.

/** An option is named by its id, an amount by itself. */
export type FormCondition = { test: "chosen"; field: string; option: string } | { test: "atLeast"; field: string; value: number };

interface Shown {
  /** Stays with the field however often its words are changed: answers and conditions name it. */
  id: string;
  label: string;
  /** A field without conditions always shows. */
  when: { join: ConditionJoin; conditions: FormCondition[] } | null;
}

interface Asked extends Shown {
  help: string;
  required: boolean;
}

export type FormField =
  | (Asked & { kind: "text" /** Several lines. */; long: boolean })
  | (Asked & { kind: "number"; unit: NumberUnit; min: number | null; max: number | null })
  | (Asked & { kind: "choice" /** More than one at a time. */; several: boolean; options: { id: string; label: string }[] })
  | (Asked & { kind: "photo" /** How many at most. */; most: number })
  | (Asked & { kind: "signature" })
  | (Shown & { kind: "heading" })
  | (Shown & { kind: "note" });

/** What a form asks, from top to bottom. */
export interface FormDefinition {
  fields: FormField[];
}

/** An answer says what kind it is, so that it is not taken for one to another kind of question. */
export type FormAnswer =
  | { kind: "text"; text: string }
  | { kind: "number"; value: number }
  /** Ids of options. */
  | { kind: "choice"; options: string[] }
  /** Ids of files of the workspace. */
  | { kind: "photo"; photos: string[] }
  /** Who cannot draw types the name and confirms that it stands for the signature; there are no strokes then. */
  | { kind: "signature"; name: string; confirmed: boolean; strokes: [x: number, y: number][][] };

/** By the ids of the fields. */
export type FormAnswers = Record<string, FormAnswer>;

/** A signature stands on a field of this size, whatever the screen that it was written on. */
export const SIGNATURE = { width: 1000, height: 400 } as const;

/** A stroke as the path of an SVG or a PDF; a tap is a dot. */
export const strokePath = (stroke: readonly (readonly [number, number])[]): string => {
  const [first, ...rest] = stroke;
  if (!first) return "";
  const ends = rest.length > 0 ? rest : [first];
  return `M${first[0]} ${first[1]}${ends.map(([x, y]) => `L${x} ${y}`).join("")}`;
};
