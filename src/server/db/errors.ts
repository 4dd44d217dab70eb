/** Whether an error is PostgreSQL's violation of the named constraint, however deep it is wrapped. */
function violates(error: unknown, kind: string, constraint: string): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, constraint_name: name } = current as { code?: unknown; constraint_name?: unknown };
    if (code === kind && name === constraint) return true;
  }
  return false;
}

/** A unique violation (23505): something is there already that may be there once. */
export const isUniqueViolation = (error: unknown, constraint: string): boolean => violates(error, "23505", constraint);

/** An exclusion violation (23P01): something is there already that it would overlap, such as another booking at the same time. */
export const isExclusionViolation = (error: unknown, constraint: string): boolean => violates(error, "23P01", constraint);
