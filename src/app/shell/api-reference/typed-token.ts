"use client";

import { create } from "zustand";

interface TypedToken {
  /** Empty while there is none. */
  token: string;
}

/** The token of somebody who is not signed in here. It is kept in this page's memory and nowhere else. */
export const useTypedToken = create<TypedToken>()(() => ({ token: "" }));

export const keepToken = (token: string): void => useTypedToken.setState({ token: token.trim() });
