/** What a calculation answers: a value, or a refusal with a name. Nothing that a user or a device can send makes an engine throw. */
export type Outcome<T, R> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: R };

export const done = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });
export const refused = <R>(refusal: R): { readonly ok: false; readonly refusal: R } => ({ ok: false, refusal });
