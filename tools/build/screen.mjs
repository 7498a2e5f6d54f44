import { existsSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { ROOT } from './inputs.mjs';
import { packageOf } from './software.mjs';

/**
 * Builds the page of big screens into dist/screen.
 * @returns {Promise<{ readonly said: string, readonly packages: readonly string[] }>} a summary of the output, and the packages in it
 */
export async function buildScreen() {
  if (!existsSync(path.join(ROOT, 'apps/screen/main.tsx'))) return { said: 'no big screens yet', packages: [] };
  const built = await build({ configFile: path.join(ROOT, 'apps/screen/vite.config.ts'), logLevel: 'warn' });
  const outputs = 'output' in built ? built.output : [];
  const modules = outputs.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  return { said: `${outputs.length} files`, packages: modules.flatMap((id) => packageOf(id) ?? []) };
}
