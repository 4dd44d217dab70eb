import type { ServerResponse } from "node:http";
import type { Env } from "../env";

/**
 * The headers of every answer, pages and API alike, set in one place because the API never passes through Next.
 * Scripts: Next's static pages carry inline scripts, so 'unsafe-inline' stands until they are hashed.
 */
export function securityHeaders(env: Env): (res: ServerResponse) => void {
  // Recordings are sent to and played from the public address, also when the page was opened by another name of this machine.
  const own = `'self' ${env.publicUrl}`;
  const hosted = env.UPLOADTHING_TOKEN ? " https://*.uploadthing.com https://*.ufs.sh" : "";
  const development = env.NODE_ENV === "development";
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'${development ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src ${own}${hosted} data: blob:`,
    "font-src 'self'",
    `media-src ${own}${hosted} blob:`,
    `connect-src ${own}${hosted}${development ? " ws:" : ""}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
  const headers = Object.entries({
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(self), microphone=(self), display-capture=(), geolocation=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    ...(env.publicUrl.startsWith("https:") ? { "strict-transport-security": "max-age=31536000" } : {}),
  });
  return (res) => {
    for (const [name, value] of headers) res.setHeader(name, value);
  };
}
