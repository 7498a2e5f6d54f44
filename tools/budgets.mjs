import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './build/inputs.mjs';

/** @typedef {{ readonly file: string, readonly name?: string, readonly src?: string, readonly isEntry?: boolean, readonly isDynamicEntry?: boolean }} Chunk */

const WEB = path.join(ROOT, 'dist/web');
const KIB = 1024;
/** Libraries that are heavy by nature, and loaded only by the page that shows them. */
const HEAVY = /echarts|zrender|codemirror|tiptap/iu;
/** What a chunk may weigh in KiB after brotli; the first row that fits a chunk decides. */
const BUDGETS = [
  { what: 'entry', limitKib: 100, fits: (/** @type {Chunk} */ chunk) => chunk.isEntry },
  { what: 'page of ours', limitKib: 15, fits: (/** @type {Chunk} */ chunk) => chunk.isDynamicEntry && chunk.src?.endsWith('.web.tsx') },
  { what: 'heavy library', limitKib: Infinity, fits: (/** @type {Chunk} */ chunk) => HEAVY.test(`${chunk.name} ${chunk.src} ${chunk.file}`) },
  { what: 'chunk', limitKib: 130, fits: () => true },
];

const rows = chunks().map((chunk) => {
  const budget = BUDGETS.find(({ fits }) => fits(chunk)) ?? { what: 'chunk', limitKib: 0 };
  return { file: chunk.file, sizeKib: transferBytes(chunk.file) / KIB, ...budget };
});
const over = rows.filter(({ sizeKib, limitKib }) => sizeKib > limitKib);
for (const { file, what, sizeKib, limitKib } of over) console.error(`over budget: ${file} (${what}) weighs ${sizeKib.toFixed(1)} KiB of ${limitKib}`);
const largest = rows.toSorted((a, b) => b.sizeKib - a.sizeKib).slice(0, 5);
for (const { file, what, sizeKib } of largest) console.log(`${sizeKib.toFixed(1).padStart(8)} KiB  ${file} (${what})`);
console.log(`budgets: ${rows.length} chunks, ${over.length} over`);
process.exitCode = over.length > 0 ? 1 : 0;

/** @returns {Chunk[]} every script of the built client once */
function chunks() {
  const manifest = path.join(WEB, '.vite/manifest.json');
  if (!existsSync(manifest)) return [];
  /** @type {Record<string, Chunk>} */
  const byKey = JSON.parse(readFileSync(manifest, 'utf8'));
  const scripts = Object.values(byKey).filter(({ file }) => file.endsWith('.js'));
  return [...new Map(scripts.map((chunk) => [chunk.file, chunk])).values()];
}

/**
 * Bytes on the wire for a browser that takes brotli.
 * @param {string} file
 */
function transferBytes(file) {
  const compressed = path.join(WEB, `${file}.br`);
  return statSync(existsSync(compressed) ? compressed : path.join(WEB, file)).size;
}
