"use client";

import { useMutationState } from "@tanstack/react-query";

/**
 * What is being asked for by those calls of one kind that have no answer yet, the oldest first. It shows over what the server says
 * meanwhile: a list that is read again before they are answered, as when a stream opens, knows nothing of them.
 * @param mutationKey the kind of call, by `getMutationKey`
 */
export const useUnderWay = <Input>(mutationKey: readonly unknown[]): Input[] =>
  useMutationState({ filters: { mutationKey, status: "pending" }, select: ({ state }) => state.variables as Input });
