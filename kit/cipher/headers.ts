/** Request header with the ticket of the agreed key. */
export const KEY_HEADER = 'x-enc-key';
/** Header of an answer that refuses a request's signature or encryption: the code of the refusal, which the browser can read without the body. */
export const REFUSAL_HEADER = 'x-refused';
/** Header of an answer whose body is encrypted. */
export const SEALED_HEADER = 'x-enc';
