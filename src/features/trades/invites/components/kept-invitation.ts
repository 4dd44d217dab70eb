/** The page of an invitation, and the one within the dashboard to which a login comes back: addresses of logins carry no token. */
const INVITATION = "/invitation";
export const INVITATION_BACK = "/dashboard/invitation";

/** In session storage: the invitation that this tab was at when it left to log in. */
const KEY = "parley-invitation";

export function keepInvitation(token: string): void {
  try {
    sessionStorage.setItem(KEY, token);
  } catch {
    // Without storage the mail is opened once more.
  }
}

/** Where the invitation is that this tab was at; the dashboard where there was none. Known once. */
export function takeInvitation(): string {
  try {
    const token = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return token ? `${INVITATION}#${token}` : "/dashboard";
  } catch {
    return "/dashboard";
  }
}
