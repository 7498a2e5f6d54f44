import { findSolution } from '#engines/driver/puzzle.ts';
import type { PhonePuzzle } from '#engines/driver/puzzle.ts';

/** So many tries take some ten milliseconds on an old phone; between them the page stays alive. */
const TRIES = 2_000;

/** Solves the puzzle of a message in steps. */
export const solve = async (puzzle: PhonePuzzle): Promise<number> => {
  for (let from = 0; ; from += TRIES) {
    const found = findSolution(puzzle, { from, to: from + TRIES });
    if (found !== undefined) return found;
    await new Promise((done) => setTimeout(done));
  }
};
