import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { driverLoads, screenLoads } from './build/page-budgets.mjs';
import { ROOT } from './build/inputs.mjs';

/** @typedef {{ readonly file: string, readonly name?: string, readonly src?: string, readonly isEntry?: boolean, readonly isDynamicEntry?: boolean, readonly imports?: readonly string[] }} Chunk */

const WEB = path.join(ROOT, 'dist/web');
const KIB = 1024;
/** Libraries that are large by nature and are loaded only by the page that uses them. */
const HEAVY = /echarts|zrender|codemirror|tiptap/iu;
/** Maximum size of a chunk in KiB after brotli; the first row that matches a chunk applies. */
const BUDGETS = [
  { what: 'entry', limitKib: 100, fits: (/** @type {Chunk} */ chunk) => chunk.name === 'index' },
  { what: 'page of ours', limitKib: 15, fits: (/** @type {Chunk} */ chunk) => chunk.isDynamicEntry && chunk.src?.endsWith('.web.tsx') },
  { what: 'heavy library', limitKib: Infinity, fits: (/** @type {Chunk} */ chunk) => HEAVY.test(`${chunk.name} ${chunk.src} ${chunk.file}`) },
  { what: 'chunk', limitKib: 130, fits: () => true },
];

/**
 * The scripts that a page loads before a person can work with it, including prefetched ones: sources whose chunks are loaded by hand or by
 * `import()`; a shared chunk is given by its name.
 */
const LOADS = [
  { what: 'sign-in', limitKib: 200, from: ['index', 'app', 'sign-in'] },
  {
    what: 'home',
    limitKib: 380,
    from: ['index', 'app', 'shell', '/charging/home/today.web.tsx'],
  },
  { what: 'a list', limitKib: 380, from: ['index', 'app', 'shell', 'station/station.web.tsx'] },
];

const manifest = readManifest();
const rows = chunks().map((chunk) => {
  const budget = BUDGETS.find(({ fits }) => fits(chunk)) ?? { what: 'chunk', limitKib: 0 };
  return { file: chunk.file, sizeKib: transferBytes(chunk.file) / KIB, ...budget };
});
const over = rows.filter(({ sizeKib, limitKib }) => sizeKib > limitKib);
for (const { file, what, sizeKib, limitKib } of over) console.error(`over budget: ${file} (${what}) weighs ${sizeKib.toFixed(1)} KiB of ${limitKib}`);
const largest = rows.toSorted((a, b) => b.sizeKib - a.sizeKib).slice(0, 5);
for (const { file, what, sizeKib } of largest) console.log(`${sizeKib.toFixed(1).padStart(8)} KiB  ${file} (${what})`);
const loads = [
  ...LOADS.map(({ what, limitKib, from }) => ({ what: `all scripts of the first load of ${what}`, limitKib, sizeKib: loadBytes(from) / KIB })),
  ...driverLoads(),
  ...screenLoads(),
];
for (const { what, limitKib, sizeKib } of loads) console.log(`${sizeKib.toFixed(1).padStart(8)} KiB  of ${limitKib}: ${what}`);
const late = loads.filter(({ sizeKib, limitKib }) => sizeKib > limitKib);
for (const { what } of late) console.error(`over budget: ${what}`);
console.log(`budgets: ${rows.length} chunks, ${over.length} over; ${loads.length} first loads, ${late.length} over`);
const knots = Object.keys(manifest).filter((key) => reaches(key, key));
if (knots.length > 0) console.error(`scripts that need each other, one of which is read too early: ${knots.join(', ')}`);
process.exitCode = over.length + late.length + knots.length > 0 ? 1 : 0;

/**
 * Whether a script imports another one, directly or through others.
 * @param {string} from
 * @param {string} to
 */
function reaches(from, to) {
  const known = new Set(manifest[from]?.imports);
  for (const key of known) for (const imported of manifest[key]?.imports ?? []) known.add(imported);
  return known.has(to);
}

/**
 * The compressed size of the scripts of some sources and everything that they import, each once.
 * @param {readonly string[]} sources the ends of their names, or the name of a shared chunk
 */
function loadBytes(sources) {
  const wanted = sources.map(
    (end) => Object.keys(manifest).find((key) => key === end || manifest[key]?.src?.endsWith(end) || manifest[key]?.name === end) ?? missing(end),
  );
  const known = new Set(wanted);
  for (const key of known) for (const imported of manifest[key]?.imports ?? []) known.add(imported);
  const files = new Set([...known].flatMap((key) => manifest[key]?.file ?? []));
  return [...files].filter((file) => file.endsWith('.js')).reduce((sum, file) => sum + transferBytes(file), 0);
}

/**
 * @param {string} source
 * @returns {never}
 */
function missing(source) {
  throw new Error(`no chunk is made of ${source}; say in tools/budgets.mjs what is loaded instead`);
}

/** @returns {Record<string, Chunk>} chunks by the source they begin with */
function readManifest() {
  const file = path.join(WEB, '.vite/manifest.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** @returns {Chunk[]} every script of the built client once */
function chunks() {
  const scripts = Object.values(manifest).filter(({ file }) => file.endsWith('.js'));
  return [...new Map(scripts.map((chunk) => [chunk.file, chunk])).values()];
}

/**
 * Size in bytes for a browser that accepts brotli.
 * @param {string} file
 */
function transferBytes(file) {
  const compressed = path.join(WEB, `${file}.br`);
  return statSync(existsSync(compressed) ? compressed : path.join(WEB, file)).size;
}
