import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { build } from 'vite';
import { filesBelow, ROOT } from './inputs.mjs';
import { packageOf } from './software.mjs';

const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest|wasm)$/u;
/** Below this size a compressed copy saves no packet. */
const WORTHWHILE_BYTES = 1024;
/** Level 11 takes 2 s per megabyte, once in a build, and saves every visitor 8 percent compared with level 9. */
const BROTLI_QUALITY = 11;

/**
 * Builds the browser client into dist/web.
 * @returns {Promise<{ readonly said: string, readonly packages: readonly string[] }>} a summary of the output, and the packages in it
 */
export async function buildWeb() {
  if (!existsSync(path.join(ROOT, 'apps/web/index.html'))) return { said: 'no web client yet', packages: [] };
  const built = await build({ configFile: path.join(ROOT, 'apps/web/vite.config.ts'), logLevel: 'warn' });
  const outputs = 'output' in built ? built.output : [];
  const modules = outputs.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  return { said: `${outputs.length} files`, packages: modules.flatMap((id) => packageOf(id) ?? []) };
}

/**
 * Writes .br and .gz copies beside each asset of the browser clients.
 * @returns {Promise<string>} a summary of the output
 */
export async function compressWeb() {
  const clients = ['dist/web', 'dist/driver', 'dist/screen'].filter((folder) => existsSync(path.join(ROOT, folder)));
  const assets = clients.flatMap(filesBelow).filter((file) => COMPRESSIBLE.test(file) && !file.includes('/.vite/'));
  const worthwhile = assets.map((file) => path.join(ROOT, file)).filter((file) => statSync(file).size >= WORTHWHILE_BYTES);
  await Promise.all(worthwhile.map(compress));
  return `${assets.length} assets, ${worthwhile.length} of them compressed`;
}

/** @param {string} file */
async function compress(file) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: statSync(file).size };
  await pipeline(createReadStream(file), createBrotliCompress({ params }), createWriteStream(`${file}.br`));
  await pipeline(createReadStream(file), createGzip({ level: 9 }), createWriteStream(`${file}.gz`));
}
