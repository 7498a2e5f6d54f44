import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './inputs.mjs';

/** @typedef {{ readonly file: string, readonly imports?: readonly string[], readonly css?: readonly string[] }} Chunk */
/** @typedef {{ readonly what: string, readonly limitKib: number, readonly sizeKib: number }} Load */

const FOLDER = path.join(ROOT, 'dist/driver');
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
  const file = path.join(FOLDER, '.vite/manifest.json');
  /** @type {Record<string, Chunk>} */
  const manifest = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const entry = manifest['main.tsx'];
  if (!entry) throw new Error("there is no build of the driver's page");
  const keys = new Set(['main.tsx']);
  for (const key of keys) for (const imported of manifest[key]?.imports ?? []) keys.add(imported);
  const scripts = sizeKib([...keys].flatMap((key) => manifest[key]?.file ?? []));
  const styles = sizeKib(entry.css ?? []);
  const texts = Math.max(...LANGUAGES.map((language) => sizeKib([manifest[`words/${language}.labels.ts`]?.file ?? missing(language)])));
  return [
    { what: "scripts of the driver's page", limitKib: 30, sizeKib: scripts },
    { what: "styles of the driver's page", limitKib: 8, sizeKib: styles },
    { what: "largest language of the driver's page", limitKib: 5, sizeKib: texts },
    { what: `driver's page with ${HTML_KIB} KiB of HTML`, limitKib: SUM_KIB, sizeKib: scripts + styles + texts + HTML_KIB },
  ];
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
 * @param {readonly string[]} files
 */
function sizeKib(files) {
  const bytes = files
    .map((file) => [`${file}.br`, file].map((name) => path.join(FOLDER, name)).find(existsSync) ?? file)
    .map((file) => statSync(file).size);
  return bytes.reduce((sum, size) => sum + size, 0) / KIB;
}
