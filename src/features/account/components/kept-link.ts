/** The pages of mailed links that count only for somebody who is signed in; the token stands in the fragment. */
type LinkPage = "/invitation" | "/verify-email";

/** The page within the dashboard to which a login comes back for such a link: addresses of logins carry no token. */
const BACK = `?returnTo=${encodeURIComponent("/dashboard/link")}`;
export const LOGIN_FOR_LINK = `/auth/login${BACK}`;
export const REGISTER_FOR_LINK = `/auth/register${BACK}`;

/** In session storage: the link that this tab was at when it left to log in. */
const KEY = "parley-link";

export function keepLink(page: LinkPage, token: string): void {
  try {
    sessionStorage.setItem(KEY, `${page}#${token}`);
  } catch {
    // Without storage the mail is opened once more.
  }
}

/** The link that this tab was at; the dashboard where there was none. Known once. */
export function takeLink(): string {
  try {
    const link = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return link ?? "/dashboard";
  } catch {
    return "/dashboard";
  }
}
