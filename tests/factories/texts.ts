/** A text that nobody has translated yet. */
export const inAll = (en: string) => ({ en, fr: "", vi: "", cn: "", ar: "" });
