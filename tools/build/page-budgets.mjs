import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './inputs.mjs';

/** @typedef {{ readonly file: string, readonly imports?: readonly string[], readonly css?: readonly string[] }} Chunk */
/** @typedef {{ readonly what: string, readonly limitKib: number, readonly sizeKib: number }} Load */

const DRIVER = path.join(ROOT, 'dist/driver');
const SCREEN = path.join(ROOT, 'dist/screen');
const KIB = 1024;
const LANGUAGES = ['zh-cn', 'zh-tw', 'en-us'];
/** The server makes the HTML for each gun; a journey measures that it stays below this. */
const HTML_KIB = 8;
const SUM_KIB = 51;

/**
 * What a phone loads at its first visit of the driver's page, after brotli. The scripts of payment providers are loaded later, and are their own.
 * @returns {Load[]}
 */
export function driverLoads() {
  const manifest = manifestOf(DRIVER);
  const { scripts, styles } = entryLoads(DRIVER, manifest);
  const texts = Math.max(...LANGUAGES.map((language) => sizeKib(DRIVER, [manifest[`words/${language}.labels.ts`]?.file ?? missing(language)])));
  return [
    { what: "scripts of the driver's page", limitKib: 30, sizeKib: scripts },
    { what: "styles of the driver's page", limitKib: 8, sizeKib: styles },
    { what: "largest language of the driver's page", limitKib: 5, sizeKib: texts },
    { what: `driver's page with ${HTML_KIB} KiB of HTML`, limitKib: SUM_KIB, sizeKib: scripts + styles + texts + HTML_KIB },
  ];
}

/**
 * What a screen on a wall loads, after brotli: the page, and then the largest map.
 * @returns {Load[]}
 */
export function screenLoads() {
  const manifest = manifestOf(SCREEN);
  const { scripts, styles } = entryLoads(SCREEN, manifest);
  const maps = Object.values(manifest).filter(({ file }) => file.endsWith('.json'));
  return [
    { what: 'scripts and styles of big screens', limitKib: 30, sizeKib: scripts + styles },
    { what: 'largest map of big screens', limitKib: 220, sizeKib: Math.max(0, ...maps.map(({ file }) => sizeKib(SCREEN, [file]))) },
  ];
}

/**
 * @param {string} folder
 * @returns {Record<string, Chunk>}
 */
function manifestOf(folder) {
  const file = path.join(folder, '.vite/manifest.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/**
 * @param {string} folder
 * @param {Record<string, Chunk>} manifest
 */
function entryLoads(folder, manifest) {
  const entry = manifest['main.tsx'];
  if (!entry) throw new Error(`there is no build of a page in ${path.basename(folder)}`);
  const keys = new Set(['main.tsx']);
  for (const key of keys) for (const imported of manifest[key]?.imports ?? []) keys.add(imported);
  return {
    scripts: sizeKib(
      folder,
      [...keys].flatMap((key) => manifest[key]?.file ?? []),
    ),
    styles: sizeKib(folder, entry.css ?? []),
  };
}

/**
 * @param {string} language
 * @returns {never}
 */
function missing(language) {
  throw new Error(`the driver's page has no texts in ${language}`);
}

/**
 * The size for a browser that accepts brotli.
 * @param {string} folder
 * @param {readonly string[]} files
 */
function sizeKib(folder, files) {
  const bytes = files
    .map((file) => [`${file}.br`, file].map((name) => path.join(folder, name)).find(existsSync) ?? file)
    .map((file) => statSync(file).size);
  return bytes.reduce((sum, size) => sum + size, 0) / KIB;
}
