/** The currencies that are in use, by ISO 4217 as the runtime knows them. */
export const currencies = (): string[] => Intl.supportedValuesOf("currency");

const CODE = /^[A-Z]{3}$/;

export const isCurrency = (code: string): boolean => CODE.test(code) && currencies().includes(code);

/** Its name, as whoever deletes a workspace writes it: blanks around it and capitals do not count. */
export const isNameOf = (written: string, name: string): boolean => written.trim().toLowerCase() === name.toLowerCase();
