import type { Schema } from "./document";

interface FieldRow {
  /** Its own, also where several choices have a field of the same name. */
  key: string;
  name: string;
  type?: string;
  required?: boolean;
  /** What follows is one of several forms of the field: how that is called. */
  choice?: string;
  description?: string | undefined;
}

/**
 * A schema's fields, row by row, with their dotted names: lists as `[]`, any name as `*`. Where one has several forms, each of them follows
 * under what it is called.
 */
export function fieldsOf(schema: Schema, prefix = "", at = ""): FieldRow[] {
  const { properties, required = [], items, additionalProperties } = schema;
  if (properties)
    return Object.entries(properties).flatMap(([field, inner]) => {
      const name = prefix ? `${prefix}.${field}` : field;
      const key = `${at}.${field}`;
      const row = { key, name, type: typeName(inner), required: required.includes(field), description: inner.description };
      return [row, ...fieldsOf(inner, name, key)];
    });
  if (items) return fieldsOf(items, `${prefix}[]`, at);
  if (typeof additionalProperties === "object") return fieldsOf(additionalProperties, prefix ? `${prefix}.*` : "*", at);
  const forms = (schema.anyOf ?? schema.oneOf ?? []).filter((choice) => choice.properties ?? choice.items);
  if (forms.length === 1) return forms.flatMap((form) => fieldsOf(form, prefix, at));
  return forms.flatMap((form, place) => {
    const key = `${at}|${place}`;
    return [{ key, name: prefix, choice: titleOf(form), description: form.description }, ...fieldsOf(form, prefix, key)];
  });
}

/** How one of several forms is called: by its title, or by the field that tells it from the others. */
function titleOf({ title, properties = {} }: Schema): string {
  const told = Object.entries(properties).find(([, field]) => field.const !== undefined || field.enum?.length === 1);
  return title ?? (told ? `${told[0]}: ${kindOf(told[1])}` : "or");
}

/** A type in a few words, with its bounds. */
export function typeName(schema: Schema): string {
  const usual = schema.default === undefined || schema.default === null ? "" : ` = ${JSON.stringify(schema.default)}`;
  return `${kindOf(schema)}${usual}`;
}

function kindOf(schema: Schema): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(kindOf))].join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const type = [schema.type ?? "any"].flat().join(" or ");
  const bounds = [schema.minimum ?? schema.minLength ?? schema.minItems, schema.maximum ?? schema.maxLength ?? schema.maxItems];
  const range = bounds.some((bound) => bound !== undefined && Math.abs(bound) < 2 ** 52)
    ? ` (${bounds.map((bound) => bound ?? "").join("–")})`
    : "";
  const step = schema.multipleOf === undefined ? "" : ` in steps of ${schema.multipleOf}`;
  // The form of what has a name is told by it.
  const form = schema.format ? `, ${schema.format}` : schema.pattern ? `, /${schema.pattern}/` : "";
  return `${type}${schema.items ? ` of ${kindOf(schema.items)}` : ""}${form}${range}${step}`;
}
