interface Outcome<Data> {
  onSuccess: (data: Data) => unknown;
  onError: (error: unknown) => unknown;
}

/** What becomes of one of several calls at once: whoever gives `mutate` its callbacks hears of the last one alone. */
export const follow = <Data>(call: Promise<Data>, { onSuccess, onError }: Outcome<Data>): void => void call.then(onSuccess, onError);
