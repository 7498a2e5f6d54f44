import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inputsDigest, ROOT } from './inputs.mjs';

/** Written last, so that an interrupted build does not count as finished. */
const STAMP = path.join(ROOT, 'dist/.inputs');

/** @returns {boolean} whether dist/ was built from exactly the present sources */
export function isBuilt() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === inputsDigest();
}

/** @param {string} digest of the inputs when the build began */
export function markBuilt(digest) {
  writeFileSync(STAMP, digest);
}
