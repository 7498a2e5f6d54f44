/** The ticket of the agreed key, on requests. */
export const KEY_HEADER = 'x-enc-key';
/** On answers that refuse how the request was signed: the name of the refusal, which the browser reads without reading the body. */
export const REFUSAL_HEADER = 'x-refused';
/** On answers whose body is encrypted. */
export const SEALED_HEADER = 'x-enc';
