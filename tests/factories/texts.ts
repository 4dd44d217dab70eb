/** A text that nobody has translated yet. */
export const inAll = (en: string) => ({ en, fr: "", vi: "", cn: "", ar: "" });

/** One that was translated into French alone. */
export const inFrenchToo = (en: string) => ({ ...inAll(en), fr: en && `${en} (fr)` });
