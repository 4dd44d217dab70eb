import { NextIntlClientProvider } from "next-intl";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { CATALOGUES } from "#tests/factories/catalogues";
import { useFormat } from "@/i18n/use-format";
import { type Locale, localeTag } from "@/lib/locales";
import { Joined } from "@/ui/joined";

const drawn = (locale: Locale, children: ReactNode) =>
  renderToStaticMarkup(
    createElement(NextIntlClientProvider, { locale: localeTag(locale), timeZone: "UTC", messages: CATALOGUES[locale], children }),
  );
const Line = ({ facts }: { facts: string[] }) => useFormat().joined(facts);
const line = (locale: Locale, ...facts: string[]) => drawn(locale, createElement(Line, { facts }));

describe("facts in one line", () => {
  it("are parted as the language parts them, and what is none leaves no gap", () => {
    expect(line("en", "Granite", "", "30 mm")).toBe("Granite · 30 mm");
    expect(line("fr", "")).toBe("");
    expect(drawn("en", createElement(Joined, null, "Granite", "", null))).toBe("<bdi>Granite</bdi>");
    expect(drawn("ar", createElement(Joined, null, "جرانيت", createElement("b", null, "٣٠")))).toBe(
      "<bdi>جرانيت</bdi>، <bdi><b>٣٠</b></bdi>",
    );
  });

  it("keep their order where some are read from the right", () => {
    expect(line("en", "دفعة", "أحمد", "cash")).toBe("\u2068دفعة\u2069 · \u2068أحمد\u2069 · cash");
    expect(line("ar", "جرانيت", "30 mm")).toBe("\u2068جرانيت\u2069، \u206830 mm\u2069");
  });
});
