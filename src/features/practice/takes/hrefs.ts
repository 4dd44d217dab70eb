/** Where takes are laid side by side: those of a question, and which of them. */
export function compareHref(choice: { question?: string; first?: string; second?: string } = {}): string {
  const query = new URLSearchParams(choice).toString();
  return `/dashboard/answers/compare${query ? `?${query}` : ""}`;
}
