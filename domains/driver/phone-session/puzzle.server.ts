import { randomBytes, timingSafeEqual } from 'node:crypto';
import { isSolution } from '#engines/driver/puzzle.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';

type PuzzleKeys = Pick<Secrets, 'macs'>;

/** A puzzle is to be solved within this time. */
export const PUZZLE_MS = 5 * 60_000;
/** About a second of an old phone, and sixteen where the budget of the hour is nearly spent. */
const BITS_MIN = 16;
const BITS_MORE = 4;
const PURPOSE = 'driver-puzzle';
const MAC_LETTERS = 22;
const RANDOM_BYTES = 12;

export const bitsFor = ({ sent, max }: { readonly sent: number; readonly max: number }): number =>
  BITS_MIN + Math.min(BITS_MORE, Math.floor((BITS_MORE * sent) / Math.max(1, max)));

const macOf = (mac: Uint8Array): string => Buffer.from(mac).toString('base64url').slice(0, MAC_LETTERS);
const isSame = (one: string, other: string): boolean => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** A puzzle needs no row: it is signed for its visit, and says how hard it is and until when it holds. */
export const puzzleOf = (
  keys: PuzzleKeys,
  { visitId, bits, untilMs }: { readonly visitId: string; readonly bits: number; readonly untilMs: number },
): string => {
  const text = `${untilMs.toString(36)}.${bits}.${randomBytes(RANDOM_BYTES).toString('base64url')}`;
  return `${text}.${macOf(keys.macs(`${visitId}.${text}`, PURPOSE)[0])}`;
};

export interface SolvedPuzzle {
  readonly visitId: string;
  readonly puzzle: string;
  readonly phone: string;
  readonly nonce: number;
  readonly nowMs: number;
}

/** Whether the puzzle is ours, holds, and is solved for this number. Whether it was used before, its row says. */
export const isSolved = (keys: PuzzleKeys, { visitId, puzzle, phone, nonce, nowMs }: SolvedPuzzle): boolean => {
  const [until = '', bits = '', random = '', mac = '', ...rest] = puzzle.split('.');
  const untilMs = Number.parseInt(until, 36);
  if (rest.length > 0 || !Number.isSafeInteger(untilMs) || untilMs < nowMs) return false;
  const isOurs = keys.macs(`${visitId}.${until}.${bits}.${random}`, PURPOSE).some((known) => isSame(macOf(known), mac));
  return isOurs && isSolution({ puzzle, bits: Number(bits), phone }, nonce);
};
