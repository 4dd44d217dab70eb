import { readFileSync } from "node:fs";
import type { Locale } from "@/lib/locales";

/** What the front door knows of the page at an address before Next answers. */
export interface BuiltPage {
  /** Whether there is one. If not, Next sends the page that says so (next.config.mjs), as it sends any other: the status is left to us. */
  exists: boolean;
  /** The sources that its policy needs for the scripts between its tags. */
  scripts: string;
}

/** @returns the page of an address as it was asked for, with or without a query, in a language */
export type BuiltPages = (address: string, locale: Locale) => BuiltPage;

/** Of each page by its language and path, such as "/en/auth/login". */
type Scripts = Record<string, string>;

/** The page for addresses that are none, which nobody asks for by its own. */
const NOT_FOUND = "/not-found";

/** All pages are made at the build, which wrote down what they carry (bin/page-scripts.mjs). */
export function readBuiltPages(): BuiltPages {
  const all = new Map(Object.entries(JSON.parse(readFileSync(".next/page-scripts.json", "utf8")) as Scripts));
  return (address, locale) => {
    const [path = "/"] = address.split("?");
    const scripts = path === NOT_FOUND ? undefined : all.get(`/${locale}${path === "/" ? "" : path}`);
    return { exists: scripts !== undefined, scripts: scripts ?? all.get(`/${locale}${NOT_FOUND}`) ?? "" };
  };
}
