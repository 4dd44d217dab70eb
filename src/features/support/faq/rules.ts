/** From how near on what was typed is taken for a slip of the fingers: of seven letters two may be wrong or changed over. */
export const NEAR_ENOUGH = 0.42;
