/** The ticket of the agreed key, on requests. */
export const KEY_HEADER = 'x-enc-key';
/** On answers whose body is encrypted. */
export const SEALED_HEADER = 'x-enc';
