interface TaggedValue {
  readonly kind: string;
}
/** A handler for each kind of a tagged union, with the result type of that kind. */
export type ByKind<T extends TaggedValue, Answers extends Readonly<Record<T['kind'], unknown>>, C> = {
  readonly [K in T['kind']]: (context: C, value: Extract<T, { readonly kind: K }>) => Promise<Answers[K]>;
};

/** Calls the handler of a value's kind. The compiler cannot relate the two look-ups by the same tag, so the cast is made here once. */
export const byKind =
  <T extends TaggedValue, Answers extends Readonly<Record<T['kind'], unknown>>, C>(table: ByKind<T, Answers, C>) =>
  <E extends T>(context: C, value: E): Promise<Answers[E['kind']]> =>
    (table as unknown as Readonly<Record<string, (context: C, value: E) => Promise<Answers[E['kind']]>>>)[value.kind]?.(context, value) ??
    Promise.reject(new Error(`nobody handles ${value.kind}`));
