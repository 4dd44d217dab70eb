import { useTranslations } from "next-intl";
import type { Schema } from "./document";

/** What a schema holds, field by field. Names and types are code: they read from left to right in every language. */
export function SchemaFields({ schema }: { schema: Schema }) {
  const t = useTranslations("developers");
  const rows = flatten(schema);
  if (rows.length === 0) return <p className="text-ink-soft">{t("noFields")}</p>;
  return (
    <ul className="grid gap-1" dir="ltr">
      {rows.map(({ name, type, required }) => (
        <li key={name} className="flex flex-wrap gap-x-2">
          <code className="font-semibold break-all">{name}</code>
          <span lang="en" className="break-words text-ink-soft">
            {type}
          </span>
          {required ? null : (
            <span dir="auto" className="text-ink-soft italic">
              {t("optional")}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A schema's fields with their dotted names, lists as `[]`. */
function flatten(schema: Schema, prefix = ""): { name: string; type: string; required: boolean }[] {
  const list = schema.items || (schema.anyOf ?? schema.oneOf)?.find(({ properties, items }) => properties ?? items);
  if (!schema.properties) return list ? flatten(list, schema.items ? `${prefix}[]` : prefix) : [];
  return Object.entries(schema.properties).flatMap(([key, field]) => {
    const name = prefix ? `${prefix}.${key}` : key;
    return [{ name, type: typeName(field), required: schema.required?.includes(key) ?? false }, ...flatten(field, name)];
  });
}

/** A type in a few words, with its bounds. */
export function typeName(schema: Schema): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeName))].join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const type = [schema.type ?? "any"].flat().join(" or ");
  const bounds = [schema.minimum ?? schema.minLength, schema.maximum ?? schema.maxLength];
  const range = bounds.some((bound) => bound !== undefined && Math.abs(bound) < 2 ** 52)
    ? ` (${bounds.map((bound) => bound ?? "").join("–")})`
    : "";
  return `${schema.format ? `${type}, ${schema.format}` : type}${range}`;
}
