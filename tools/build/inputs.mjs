import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');

const SOURCES = ['apps', 'domains', 'kit', 'engines', 'tools/build'];
const SINGLE = ['package-lock.json', 'package.json', 'tsconfig.base.json', 'tsconfig.server.json', 'tsconfig.web.json'];
const NOT_SHIPPED = /\.(test|testing|fixture)\.tsx?$|\.golden\.|\.md$|\/testing\/|^kit\/test\//u;

/**
 * Every file below `folder`, relative to the repository root, in a stable order.
 * @param {string} folder
 * @returns {string[]}
 */
export function filesBelow(folder) {
  return readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .toSorted();
}

/** Every file that a build reads. */
const inputFiles = () => [...SOURCES.flatMap(filesBelow).filter((file) => !NOT_SHIPPED.test(file)), ...SINGLE];

/**
 * A digest of everything that a build reads; equal digests mean an equal build.
 * @returns {string}
 */
export function inputsDigest() {
  const hash = createHash('sha256').update(process.version);
  for (const file of inputFiles()) hash.update(`\n${file}\n`).update(readFileSync(path.join(ROOT, file)));
  return hash.digest('hex');
}

/**
 * A digest of the names, sizes and times of the same files, which need not be read for it; it may change without a change of their contents.
 * @returns {string}
 */
export function inputsGlance() {
  const hash = createHash('sha256').update(process.version);
  for (const file of inputFiles()) {
    const { size, mtimeMs } = statSync(path.join(ROOT, file));
    hash.update(`\n${file} ${size} ${mtimeMs}`);
  }
  return hash.digest('hex');
}
