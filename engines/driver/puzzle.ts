/**
 * A small proof of work: the phone looks for a number whose digest with the puzzle begins with zero bits. It costs a person a second, and whoever wants
 * thousands of text messages hours. Both sides compute it here, because browsers offer SHA-256 only asynchronously and over TLS.
 */

const ROUNDS = 64;
const BLOCK_BYTES = 64;

const primes: readonly number[] = (() => {
  const found: number[] = [];
  for (let candidate = 2; found.length < ROUNDS; candidate++) if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  return found;
})();
/** The first 32 bits of the fraction. */
const fractionBits = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0;
const K = Int32Array.from(primes, (prime) => fractionBits(Math.cbrt(prime)));
const START = Int32Array.from(primes.slice(0, 8), (prime) => fractionBits(Math.sqrt(prime)));

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** SHA-256 (FIPS 180-4) of a text's UTF-8 bytes, as eight words. */
export const sha256Words = (text: string): Int32Array => {
  const state = START.slice();
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK_BYTES) * BLOCK_BYTES);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const w = new Int32Array(ROUNDS);
  for (let offset = 0; offset < padded.length; offset += BLOCK_BYTES) mixBlock(state, w, { view, offset });
  return state;
};

const at = (words: Int32Array, index: number): number => words[index] ?? 0;

const mixBlock = (state: Int32Array, w: Int32Array, { view, offset }: { readonly view: DataView; readonly offset: number }): void => {
  for (let i = 0; i < 16; i++) w[i] = view.getInt32(offset + i * 4);
  for (let i = 16; i < ROUNDS; i++) {
    const [x, y] = [at(w, i - 15), at(w, i - 2)];
    w[i] = (at(w, i - 16) + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + at(w, i - 7) + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10))) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < ROUNDS; i++) {
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + at(K, i) + at(w, i)) | 0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = (at(state, i) + word) | 0;
};

/** What is solved: the puzzle for one phone number, as it was typed. */
export interface PhonePuzzle {
  readonly puzzle: string;
  readonly bits: number;
  readonly phone: string;
}

export const isSolution = ({ puzzle, bits, phone }: PhonePuzzle, nonce: number): boolean =>
  Math.clz32(at(sha256Words(`${puzzle}.${phone}.${nonce}`), 0)) >= bits;

/** The solution among the numbers from `from` to before `to`; undefined if there is none. */
export const findSolution = (puzzle: PhonePuzzle, { from, to }: { readonly from: number; readonly to: number }): number | undefined => {
  for (let nonce = from; nonce < to; nonce++) if (isSolution(puzzle, nonce)) return nonce;
  return undefined;
};
