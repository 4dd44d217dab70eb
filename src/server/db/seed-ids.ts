import { v5 as uuidv5 } from "uuid";

const NAMESPACE = "6f1c2f5e-2a3b-4c58-9f58-0f2f8c1d7a10";

/** Content keeps its ids over every start and machine: they are made of the slugs. */
export const contentId = (...slugs: string[]): string => uuidv5(slugs.join("/"), NAMESPACE);
