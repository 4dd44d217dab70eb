import { ACCESS_TOKEN_KEY } from "@/lib/constants";

/** The access token in local storage: every tab's one source. Reading is safe where storage is forbidden. */
export function readToken(): string | null {
  try {
    return localStorage.getItem(ACCESS_TOKEN_KEY);
  } catch {
    return null;
  }
}

export function writeToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(ACCESS_TOKEN_KEY);
    else localStorage.setItem(ACCESS_TOKEN_KEY, token);
  } catch {
    // Without storage the session lives as long as the page.
  }
}

/** When a token ends, in milliseconds since 1970; 0 when it cannot be read. The server decides; this only spares a call. */
export function tokenExpiry(token: string): number {
  try {
    const payload = JSON.parse(atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/"))) as { exp?: unknown };
    return typeof payload.exp === "number" ? payload.exp * 1000 : 0;
  } catch {
    return 0;
  }
}
