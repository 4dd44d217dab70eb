import { describe, expect, it } from "vitest";
import { describeDevice, deviceName, isSameDevice } from "@/features/account/sessions/rules";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
const CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";
const EDGE = `${CHROME} Edg/126.0.0.0`;
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const IPAD = IPHONE.replace("iPhone; CPU iPhone OS", "iPad; CPU OS");
const ANDROID = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36";

describe("what a User-Agent header says of a device", () => {
  it.each([
    [FIREFOX, "Firefox 128", "Linux", "desktop"],
    [CHROME, "Chrome 126", "Windows", "desktop"],
    [EDGE, "Microsoft Edge 126", "Windows", "desktop"],
    [IPHONE, "Safari 17", "iOS", "mobile"],
    [IPAD, "Safari 17", "iOS", "tablet"],
    [ANDROID, "Chrome 126", "Android", "mobile"],
    ["", "", "", "other"],
    ["   ", "", "", "other"],
  ])("%s", (agent, browser, system, kind) => {
    expect(describeDevice(agent)).toEqual({ browser, system, kind });
  });

  it.each([
    "-",
    "curl/8.5.0",
    "<script>alert(1)</script>",
    "x".repeat(400),
    "Mozilla/5.0 ((((",
    "\u0000",
    "🙂",
    "Firefox/",
    "a/b/c/1.2.3.4.5",
  ])("survives %j", (agent) => {
    const device = describeDevice(agent);
    expect(["desktop", "mobile", "tablet", "other"]).toContain(device.kind);
    expect(deviceName(device).length).toBeGreaterThan(0);
  });

  it.each([
    [{ browser: "Firefox 128", system: "Linux", kind: "desktop" }, "Firefox 128, Linux"],
    [{ browser: "Firefox 128", system: "", kind: "desktop" }, "Firefox 128"],
    [{ browser: "", system: "iOS", kind: "mobile" }, "iOS"],
    [{ browser: "", system: "", kind: "other" }, "?"],
  ] as const)("in one line: %j", (device, line) => {
    expect(deviceName(device)).toBe(line);
  });
});

describe("the same device", () => {
  it.each([
    ["another version", FIREFOX, FIREFOX.replaceAll("128", "140"), true],
    ["itself", IPHONE, IPHONE, true],
    ["another browser", CHROME, EDGE, false],
    ["another system", CHROME, CHROME.replace("Windows NT 10.0; Win64; x64", "X11; Linux x86_64"), false],
    ["another kind", IPHONE, IPAD, false],
    ["nothing and nothing", "", "", true],
    ["nothing and something", "", FIREFOX, false],
  ])("%s", (_kind, one, other, same) => {
    expect(isSameDevice(one, other)).toBe(same);
    expect(isSameDevice(other, one)).toBe(same);
  });
});
