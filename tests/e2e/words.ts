/** A sentence of the catalogues with its `{places}` filled; one for which nothing is given stays as it is. Plurals are not its matter. */
export const filled = (sentence: string, values: Record<string, string | number>): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
