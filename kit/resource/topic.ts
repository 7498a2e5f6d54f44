/** A stream of messages that the server pushes, one for each key: `gun:CP0001:1`. `T` is the shape of a message, for the compiler only. */
export interface Topic<T = unknown> {
  readonly name: string;
  readonly message?: T;
  /** Something beside every page: it makes none of them live. */
  readonly quiet?: true;
}

/** Declares a stream by the name its rule on the server has. */
export const topic = <T>(name: string, more: { readonly quiet?: true } = {}): Topic<T> => ({ name, ...more });
