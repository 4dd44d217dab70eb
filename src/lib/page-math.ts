import { FIRST_PAGE, PAGE_SIZE } from "./constants";

// Apart from the schemas, so that a page that counts pages does not load a validator.

export const pageOffset = (page: number): number => (page - FIRST_PAGE) * PAGE_SIZE;
export const pageCount = (total: number): number => Math.ceil(total / PAGE_SIZE);
