/** Whether an error is PostgreSQL's unique violation (23505) of the named constraint, however deep it is wrapped. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, constraint_name: name } = current as { code?: unknown; constraint_name?: unknown };
    if (code === "23505" && name === constraint) return true;
  }
  return false;
}
