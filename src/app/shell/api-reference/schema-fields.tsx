import clsx from "clsx";
import { useTranslations } from "next-intl";
import { Described } from "./described";
import type { Schema } from "./document";
import { fieldsOf } from "./fields";

/** What a schema holds, field by field. Names and types are code: they read from left to right in every language. */
export function SchemaFields({ schema }: { schema: Schema }) {
  const t = useTranslations("developers");
  const rows = fieldsOf(schema);
  if (rows.length === 0) return <p className="text-ink-soft">{t("noFields")}</p>;
  return (
    <ul className="grid gap-1" dir="ltr">
      {rows.map(({ key, name, type, required, choice, description }) => (
        <li key={key} className={clsx("flex flex-wrap gap-x-2", choice && "pt-2")}>
          {name ? <code className="font-semibold break-all">{name}</code> : null}
          {choice ? (
            <strong lang="en" className="break-words">
              {choice}
            </strong>
          ) : (
            <span lang="en" className="break-words text-ink-soft">
              {type}
            </span>
          )}
          {required || choice ? null : (
            <span dir="auto" className="text-ink-soft italic">
              {t("optional")}
            </span>
          )}
          {description ? <Described text={description} className="w-full text-ink-soft" /> : null}
        </li>
      ))}
    </ul>
  );
}
