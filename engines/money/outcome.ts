/** The result of a calculation: a value, or a named refusal. No input from a user or a device makes an engine throw. */
export type Outcome<T, R> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: R };

export const done = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });
export const refused = <R>(refusal: R): { readonly ok: false; readonly refusal: R } => ({ ok: false, refusal });
