import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { describe, expect, it } from "vitest";
import ar from "#messages/ar.json";
import cn from "#messages/cn.json";
import en from "#messages/en.json";
import fr from "#messages/fr.json";
import vi from "#messages/vi.json";
import { ERROR_STATUS } from "@/lib/app-error";
import { LOCALES, localeDirection, localeTag } from "@/lib/locales";
import { VALIDATION_KEYS } from "@/lib/validation";
import { TEMPLATES } from "@/server/mail/templates";

type Tree = { [key: string]: string | Tree };
const CATALOGUES: Record<string, Tree> = { en, fr, vi, cn, ar };

const flatten = (tree: Tree, prefix = ""): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
  );

const KEYS = flatten(en as Tree).map(([key]) => key);

/** The names that a message takes and the tags that it wraps, wherever they stand. */
function names(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    if (element.type === TYPE.plural || element.type === TYPE.select)
      return [element.value, ...Object.values(element.options).flatMap(({ value }) => names(value))];
    if (element.type === TYPE.tag) return [`<${element.value}>`, ...names(element.children)];
    return [element.value];
  });
}

/** The words of a message, without what is put in. */
function literals(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal) return [element.value];
    if (element.type === TYPE.plural || element.type === TYPE.select)
      return Object.values(element.options).flatMap(({ value }) => literals(value));
    return element.type === TYPE.tag ? literals(element.children) : [];
  });
}

const nameSet = (text: string) => [...new Set(names(parse(text)))].sort();

function plurals(elements: MessageFormatElement[]): string[][] {
  return elements.flatMap((element) =>
    element.type === TYPE.plural ? [Object.keys(element.options)] : element.type === TYPE.tag ? plurals(element.children) : [],
  );
}

describe.each(LOCALES)("the catalogue %s", (locale) => {
  const messages = new Map(flatten(CATALOGUES[locale] ?? {}));

  it("has every key and no other", () => {
    expect([...messages.keys()].sort()).toEqual([...KEYS].sort());
  });

  it("takes the same values and tags in every message", () => {
    for (const [key, english] of flatten(en as Tree)) expect.soft(nameSet(messages.get(key) ?? ""), key).toEqual(nameSet(english));
  });

  it.runIf(localeDirection(locale) === "rtl")("sets e-mail addresses and receipts apart, so that their signs do not change places", () => {
    const bare = [...messages].filter(([, text]) => /(?<!\u2066)\{(email|receipt)\}|\{(email|receipt)\}(?!\u2069)/.test(text));
    expect(bare.map(([key]) => key)).toEqual([]);
  });

  it.runIf(locale === "ar")("counts in one kind of digits", () => {
    // What somebody is to type, such as 1 or 1.5, stands as it is typed.
    const western = [...messages].filter(([, text]) => /(?<![\d.:-])[1-9]\d* (?!أو )\p{Script=Arabic}/u.test(text));
    expect(western.map(([key]) => key)).toEqual([]);
  });

  it.runIf(locale === "ar")("parts facts by no middle dot, which reads as a zero beside its digits", () => {
    expect([...messages].filter(([, text]) => text.includes("·")).map(([key]) => key)).toEqual([]);
  });

  it.runIf(locale === "fr")("lets no line begin with a sign or end behind an opening quote, and has one kind of apostrophe", () => {
    const loose = [...messages].filter(([, text]) => literals(parse(text)).some((words) => / [:;?!»]|« |'/.test(words)));
    expect(loose.map(([key]) => key)).toEqual([]);
  });

  it("has every plural form of the language", () => {
    const wanted = new Intl.PluralRules(localeTag(locale)).resolvedOptions().pluralCategories;
    for (const [key, text] of messages) {
      for (const forms of plurals(parse(text))) {
        const missing = wanted.filter((form) => form !== "zero" && !forms.includes(form));
        expect.soft(missing, key).toEqual([]);
      }
    }
  });

  it("is translated", () => {
    if (locale === "en") return;
    const same = flatten(en as Tree).filter(([key, english]) => messages.get(key) === english && english.length > 12);
    expect(same.map(([key]) => key)).toEqual([]);
  });
});

describe("messages and code", () => {
  const files = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const place = path.join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === "content" ? [] : files(place);
      return /\.tsx?$/.test(entry.name) ? [place] : [];
    });
  const sources = files("src").map((file) => readFileSync(file, "utf8"));

  /** Keys that a file asks for: a namespace and what is asked of it; `${…}` stands for any one part. */
  const patterns = sources.flatMap((source) => {
    const spaces = [
      ...source.matchAll(
        /(\w+)\s*=\s*(?:await\s+)?(?:useTranslations|getTranslations)\((?:"([\w.]+)"|\{[^}]*namespace:\s*"([\w.]+)"[^}]*\})\)/g,
      ),
    ];
    return spaces.flatMap(([, variable, plain, named]) => {
      const space = plain ?? named;
      const calls = [...source.matchAll(new RegExp(`\\b${variable}(?:\\.rich)?\\(`, "g"))];
      return calls.flatMap(({ index }) => {
        const argument = source.slice(index).match(/^[\w.]+\(\s*((?:"[^"]*"|`[^`]*`|[^,()]|\([^()]*\))*)/)?.[1] ?? "";
        const texts = [...argument.matchAll(/"([\w.]+)"|`([^`]+)`/g)].map((match) => match[1] ?? match[2] ?? "");
        // A key that is only a variable may be any of its namespace.
        const free = texts.length === 0 ? ["$" + "{}"] : texts;
        return free.map((text) => `${space}.${text}`);
      });
    });
  });
  const expressions = [...new Set(patterns)].map(
    (pattern) => new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll(/\$\{[^}]*\}/g, "[\\w.-]+")}$`),
  );
  // The server writes these by code; pages' titles are asked for by `titled`.
  const byCode = [...Object.keys(ERROR_STATUS).map((code) => `errors.${code}`), ...VALIDATION_KEYS.map((key) => `validation.${key}`)];
  // Mails' words go by their template; only one that leads somewhere has a button.
  const mails = [
    "mails.footer",
    "mails.choose",
    ...Object.entries(TEMPLATES).flatMap(([template, link]) =>
      ["subject", "text", ...(link ? ["action"] : [])].map((part) => `mails.${template}.${part}`),
    ),
  ];
  /** What stands in a call of serverText, or of a `say` that puts a namespace before it. */
  const archive = sources
    .filter((source) => source.includes("`archive."))
    .flatMap((source) => [
      ...[...source.matchAll(/\bsay\("(\w+)"/g)].map((match) => `archive.${match[1]}`),
      ...[...source.matchAll(/`archive\.(\w+)\.\$\{\w+\}`/g)].flatMap(({ 1: group }) => {
        const names = source.match(/const [A-Z]+ = \[([^\]]+)\] as const/)?.[1]?.match(/\w+/g) ?? [];
        return names.map((name) => `archive.${group}.${name}`);
      }),
    ]);
  const titles =
    sources
      .join("\n")
      .match(/titled\("(\w+)"\)/g)
      ?.map((call) => `titles.${call.slice(8, -2)}`) ?? [];
  const pages = files("src/app")
    .flatMap((file) => readFileSync(file, "utf8").match(/titled\("(\w+)"\)/)?.[1] ?? [])
    .map((title) => `titles.${title}`);

  /** What the server writes: a whole key, or one of which a part is put in. */
  const written = sources.flatMap((source) =>
    [...source.matchAll(/serverText\([^,]+,\s*(?:"([\w.]+)"|`([^`]+)`)/g)].map((call) => call[1] ?? call[2] ?? ""),
  );
  for (const key of written) {
    if (key.includes(".")) expressions.push(new RegExp(`^${key.replaceAll(".", "\\.").replaceAll(/\$\{[^}]*\}/g, "[\\w.-]+")}$`));
  }

  it("has no key that nothing asks for", () => {
    const known = new Set([...byCode, ...mails, ...archive, ...titles, ...pages]);
    const unused = KEYS.filter((key) => !known.has(key) && !expressions.some((expression) => expression.test(key)));
    expect(unused).toEqual([]);
  });

  it("leaves to the language what parts facts in a line", () => {
    // A page's title, a currency and its code, a tax and its reason, and what a cost was written down for: none of them is a number.
    const others = ["app/[locale]/layout", "workspace/components/workspace-fields", "pricing/tax-words", "sawing/mutations"];
    const dotted = files("src").filter((file) => readFileSync(file, "utf8").includes("·"));
    expect(dotted.filter((file) => !others.some((other) => file.includes(other)))).toEqual([]);
  });

  it("has a sentence for every error code and validation key", () => {
    expect(byCode.filter((key) => !KEYS.includes(key))).toEqual([]);
  });

  it("has the words of every mail and of the archive", () => {
    expect(mails.length).toBeGreaterThan(Object.keys(TEMPLATES).length * 2);
    expect(archive.length).toBeGreaterThan(5);
    expect([...mails, ...archive].filter((key) => !KEYS.includes(key))).toEqual([]);
  });

  it("has no mail without a template and no button that leads nowhere", () => {
    expect(KEYS.filter((key) => key.startsWith("mails.") && !mails.includes(key))).toEqual([]);
  });
});
