/** Whether an error is PostgreSQL's violation of the named constraint, however deep it is wrapped. */
function violates(error: unknown, kind: string, constraint: string): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, constraint_name: name } = current as { code?: unknown; constraint_name?: unknown };
    if (code === kind && name === constraint) return true;
  }
  return false;
}

/** Something is there already that may be there once (23505). */
export const isUniqueViolation = (error: unknown, constraint: string): boolean => violates(error, "23505", constraint);

/** Something is there already that excludes it, such as another one at the same time (23P01). */
export const isExclusionViolation = (error: unknown, constraint: string): boolean => violates(error, "23P01", constraint);
