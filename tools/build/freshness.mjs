import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inputsDigest, ROOT } from './inputs.mjs';

/** Written last, so that a build cut short is not taken for a finished one. */
const STAMP = path.join(ROOT, 'dist/.inputs');

/** @returns {boolean} whether dist/ holds exactly what the sources would give */
export function isBuilt() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === inputsDigest();
}

/** @param {string} digest of the inputs as they were when the build began */
export function markBuilt(digest) {
  writeFileSync(STAMP, digest);
}
