import Bowser from "bowser";

export type DeviceKind = "desktop" | "mobile" | "tablet" | "other";

export interface Device {
  /** As the browser names itself; empty when it does not. */
  browser: string;
  system: string;
  kind: DeviceKind;
}

const KINDS: Record<string, DeviceKind> = { desktop: "desktop", mobile: "mobile", tablet: "tablet" };

/** What a User-Agent header says of a device. People lie with it at will: it is for recognising one's own, and decides nothing. */
export function describeDevice(userAgent: string): Device {
  if (userAgent.trim() === "") return { browser: "", system: "", kind: "other" };
  const { browser, os, platform } = Bowser.parse(userAgent);
  return {
    browser: [browser.name, browser.version?.split(".")[0]].filter(Boolean).join(" "),
    system: os.name ?? "",
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
