import Bowser from "bowser";

export type DeviceKind = "desktop" | "mobile" | "tablet" | "other";

export interface Device {
  /** As the browser names itself; empty when it does not. */
  browser: string;
  system: string;
  kind: DeviceKind;
}

const BROWSERS = new Set<string>(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS = new Set<string>(Object.values(Bowser.OS_MAP));

const KINDS: Record<string, DeviceKind> = { desktop: "desktop", mobile: "mobile", tablet: "tablet" };

/** What a User-Agent header says of a device. People lie with it at will: it is for recognising one's own, and decides nothing. */
export function describeDevice(userAgent: string): Device {
  if (userAgent.trim() === "") return { browser: "", system: "", kind: "other" };
  const { browser, os, platform } = Bowser.parse(userAgent);
  return {
    // Only names that the library knows: what else stands in a header is whatever its sender wrote.
    browser: BROWSERS.has(browser.name ?? "") ? [browser.name, browser.version?.match(/^\d{1,4}/)?.[0]].filter(Boolean).join(" ") : "",
    system: SYSTEMS.has(os.name ?? "") ? (os.name ?? "") : "",
    kind: KINDS[platform.type ?? ""] ?? "other",
  };
}

/** One line for a mail. */
export const deviceName = ({ browser, system }: Device): string => [browser, system].filter(Boolean).join(", ") || "?";

/** Whether two headers are, as far as one can tell, of the same browser on the same system, whatever its version. */
export function isSameDevice(one: string, other: string): boolean {
  const facts = (userAgent: string) => {
    const { browser, os, platform } = Bowser.parse(userAgent || "-");
    return [browser.name, os.name, platform.type].join("/");
  };
  return facts(one) === facts(other);
}
