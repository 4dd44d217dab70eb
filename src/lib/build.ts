/** The header in which each answer of the API says by which build it was made. */
export const BUILD_HEADER = "x-parley-build";
