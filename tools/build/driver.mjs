import { existsSync } from 'node:fs';
import path from 'node:path';
import { build as bundle } from 'esbuild';
import { build } from 'vite';
import { ROOT } from './inputs.mjs';
import { packageOf } from './software.mjs';

/**
 * Builds the driver's page: its scripts into dist/driver, and the program that renders its first HTML on the server into dist/driver-page.js.
 * @returns {Promise<{ readonly said: string, readonly packages: readonly string[] }>} a summary of the output, and the packages in it
 */
export async function buildDriver() {
  if (!existsSync(path.join(ROOT, 'apps/driver/main.tsx'))) return { said: "no driver's page yet", packages: [] };
  const [built] = await Promise.all([build({ configFile: path.join(ROOT, 'apps/driver/vite.config.ts'), logLevel: 'warn' }), buildRenderer()]);
  const outputs = 'output' in built ? built.output : [];
  const modules = outputs.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  return { said: `${outputs.length} files`, packages: modules.flatMap((id) => packageOf(id) ?? []) };
}

/** The same components and the same Preact as in the browser, so that its script finds the HTML that it would make. */
const buildRenderer = () =>
  bundle({
    absWorkingDir: ROOT,
    entryPoints: ['apps/driver/render.tsx'],
    outfile: 'dist/driver-page.js',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    jsx: 'automatic',
    alias: { react: 'preact/compat', 'react/jsx-runtime': 'preact/jsx-runtime', 'react-dom/server': 'preact-render-to-string' },
    sourcemap: 'linked',
    sourcesContent: false,
    minifyWhitespace: true,
    minifySyntax: true,
    logLevel: 'warning',
  });
