import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inputsDigest, inputsGlance, ROOT } from './inputs.mjs';

/** Written last, so that an interrupted build does not count as finished. */
const STAMP = path.join(ROOT, 'dist/.inputs');

/**
 * What identifies the present sources: a digest of their contents, and one of their sizes and times, which is computed in a tenth of the time.
 * @typedef {{ readonly contents: string, readonly glance: string }} Inputs
 * @returns {Inputs}
 */
export function presentInputs() {
  return { contents: inputsDigest(), glance: inputsGlance() };
}

/** @returns {boolean} whether dist/ was built from exactly the present sources; files that were only copied or touched since count as the same */
export function isBuilt() {
  if (!existsSync(STAMP)) return false;
  const [contents, glance] = readFileSync(STAMP, 'utf8').split('\n');
  return glance === inputsGlance() || contents === inputsDigest();
}

/** @param {Inputs} inputs as they were when the build began */
export function markBuilt({ contents, glance }) {
  writeFileSync(STAMP, `${contents}\n${glance}`);
}
