import type { ServerResponse } from "node:http";
import type { Env } from "../env";

/** In development pages carry scripts that change with each keystroke, and compile some of them in the browser. */
const DEVELOPMENT = "'unsafe-inline' 'unsafe-eval'";

/**
 * The headers of every answer, pages and API alike, set in one place because the API never passes through Next.
 * @returns sets them; `inline` are the sources of those scripts that stand in the page itself, none unless they are given
 */
export function securityHeaders(env: Env): (res: ServerResponse, inline?: string) => void {
  // Recordings are sent to and played from the public address, also when the page was opened by another name of this machine.
  const own = `'self' ${env.publicUrl}`;
  const hosted = env.UPLOADTHING_TOKEN ? " https://*.uploadthing.com https://*.ufs.sh" : "";
  const development = env.NODE_ENV === "development";
  const policy = (inline: string) =>
    [
      "default-src 'self'",
      `script-src 'self' 'wasm-unsafe-eval' ${development ? DEVELOPMENT : inline}`.trimEnd(),
      "style-src 'self' 'unsafe-inline'",
      `img-src ${own}${hosted} data: blob:`,
      "font-src 'self'",
      `media-src ${own}${hosted} blob:`,
      `connect-src ${own}${hosted}${development ? " ws:" : ""}`,
      "worker-src 'self' blob:",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join("; ");
  const headers = Object.entries({
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(self), microphone=(self), display-capture=(), geolocation=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    ...(env.publicUrl.startsWith("https:") ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  });
  return (res, inline = "") => {
    res.setHeader("content-security-policy", policy(inline));
    for (const [name, value] of headers) res.setHeader(name, value);
  };
}
