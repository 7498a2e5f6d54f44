/**
 * The cryptographic functions that the protocol needs. They are passed in, because the field tables and the log renderer also run in the browser,
 * where node:crypto does not exist, and because a test can then watch every use. All of them are deterministic: the nonce is an argument.
 * `nodeCrypto` of the kit implements them.
 */
export interface NativeCrypto {
  /** AES-128-GCM: the ciphertext, followed by the tag of 16 bytes. */
  seal(args: { readonly key: Uint8Array; readonly nonce: Uint8Array; readonly header: Uint8Array; readonly body: Uint8Array }): Uint8Array;
  /** The body, or undefined when the tag is wrong. */
  open(args: {
    readonly key: Uint8Array;
    readonly nonce: Uint8Array;
    readonly header: Uint8Array;
    readonly sealed: Uint8Array;
  }): Uint8Array | undefined;
  hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array;
  sha256(message: Uint8Array): Uint8Array;
  /** Compares in constant time; false for different lengths. */
  equal(a: Uint8Array, b: Uint8Array): boolean;
}
