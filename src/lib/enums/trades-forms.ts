/** What a form of a workspace is made of. A heading and a note ask nothing. */
export const FORM_FIELD_KINDS = ["text", "number", "choice", "photo", "signature", "heading", "note"] as const;
export type FormFieldKind = (typeof FORM_FIELD_KINDS)[number];

/** What a number counts: whole millimetres, or things. */
export const NUMBER_UNITS = ["mm", "pieces"] as const;
export type NumberUnit = (typeof NUMBER_UNITS)[number];

/** How several conditions of a field are taken together. */
export const CONDITION_JOINS = ["all", "any"] as const;
export type ConditionJoin = (typeof CONDITION_JOINS)[number];

/** What can be wrong with how a form is built. */
const DEFINITION_PROBLEMS = [
  "nothingAsked",
  "tooManyPhotos",
  "noLabel",
  "noOptions",
  "sameOption",
  "range",
  "noNumber",
  "noEarlierField",
  "wrongTest",
  "noSuchOption",
] as const;
export type DefinitionProblem = (typeof DEFINITION_PROBLEMS)[number];

/** What can be wrong with an answer. */
const ANSWER_PROBLEMS = ["required", "integer", "tooSmall", "tooLarge", "tooMany", "choice", "format", "unsigned"] as const;
export type AnswerProblem = (typeof ANSWER_PROBLEMS)[number];

/** What became of a form that somebody began to fill in. What was handed in stays as it is. */
export const ENTRY_STATES = ["draft", "submitted"] as const;

/** What a shop can begin a form from; the words are `trades.forms.starters.<name>`. */
export const FORM_STARTERS = ["siteMeasure", "templateCheck", "handover"] as const;
export type FormStarter = (typeof FORM_STARTERS)[number];
