/** A stream of messages that the server pushes, one for each key: `gun:CP0001:1`. `T` is the type of a message, for the compiler only. */
export interface Topic<T = unknown> {
  readonly name: string;
  readonly message?: T;
  /** The topic does not belong to the page, so the live badge ignores it. */
  readonly quiet?: true;
}

/** Declares a topic; the server's rule has the same name. */
export const topic = <T>(name: string, more: { readonly quiet?: true } = {}): Topic<T> => ({ name, ...more });
