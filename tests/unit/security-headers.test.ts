import { readdirSync, readFileSync } from "node:fs";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { deviceCookie } from "@/lib/device-cookie";
import type { Env } from "@/server/env";
import { securityHeaders } from "@/server/http/security-headers";
import { EARLY_SUBMITS_SCRIPT } from "@/ui/early-submits";
import { THEME_BOOT_SCRIPT } from "@/ui/theme/settings";

/** What an answer carries where the app's address is this one. */
function headersAt(publicUrl: string) {
  const res = new ServerResponse(new IncomingMessage(new Socket()));
  securityHeaders({ publicUrl, NODE_ENV: "production" } as Env)(res);
  return res.getHeaders();
}

describe("every answer's headers", () => {
  const headers = headersAt("https://parley.example");
  const policy = String(headers["content-security-policy"]).split("; ");

  it.each(["object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'", "default-src 'self'"])(
    "have a policy that says %s",
    (directive) => expect(policy).toContain(directive),
  );

  it("let no script run that stands in a page without being named", () =>
    expect(policy.find((directive) => directive.startsWith("script-src"))).toBe("script-src 'self' 'wasm-unsafe-eval'"));

  it("are these and no others: each of them is looked at when one is changed", () => {
    const { "content-security-policy": _, ...others } = headers;
    expect(others).toEqual({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "strict-origin-when-cross-origin",
      "permissions-policy": "camera=(self), microphone=(self), display-capture=(), geolocation=(), payment=(), usb=()",
      "cross-origin-opener-policy": "same-origin",
      "strict-transport-security": "max-age=31536000; includeSubDomains",
    });
    expect(policy).toEqual([
      "default-src 'self'",
      "script-src 'self' 'wasm-unsafe-eval'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' https://parley.example data: blob:",
      "font-src 'self'",
      "media-src 'self' https://parley.example blob:",
      "connect-src 'self' https://parley.example",
      "worker-src 'self' blob:",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]);
  });

  it("ask for encrypted connections for a year, below the address too, where the address is an encrypted one", () => {
    expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
    expect(headersAt("http://localhost:3000")).not.toHaveProperty("strict-transport-security");
  });
});

describe("a script that stands in a page", () => {
  it("is made of constants at one place, and nothing in it could end it", () => {
    const raw = readdirSync("src", { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => {
        const code = readFileSync(`src/${file}`, "utf8");
        return [
          ...code.matchAll(/dangerouslySetInnerHTML=.*|\b(?:innerHTML|outerHTML)\s*=[^=].*|insertAdjacentHTML\(.*|document\.write\(.*/g),
        ].map(([found]) => `${file}: ${found}`);
      });
    const constants = ["THEME_BOOT_SCRIPT", "EARLY_SUBMITS_SCRIPT"].map((name) => `\${${name}}`).join(";");
    expect(raw).toEqual([`app/[locale]/layout.tsx: dangerouslySetInnerHTML={{ __html: \`${constants}\` }} />`]);
    for (const script of [THEME_BOOT_SCRIPT, EARLY_SUBMITS_SCRIPT]) expect(script).not.toMatch(/<[/!s]/i);
  });
});

describe("a cookie that a page writes", () => {
  it("goes over encrypted connections alone where the page came over one, and not with what other sites send", () => {
    expect(deviceCookie("theme", "dark", 60, "https:")).toBe("theme=dark; path=/; max-age=60; samesite=lax; secure");
    expect(deviceCookie("theme", "dark", 60, "http:")).toBe("theme=dark; path=/; max-age=60; samesite=lax");
  });
});
