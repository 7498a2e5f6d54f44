// Plain JavaScript in a process of its own: under tsx the default exports of CommonJS change, and dependency-cruiser's swc visitor breaks.
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';

const swc = createRequire(import.meta.url)('@swc/core');
const parse = swc.parseFileSync;
// dependency-cruiser 17 parses every file through swc without its `tsx` flag, and swc then dies on the first element.
swc.parseFileSync = (file, options) => parse(file, { ...options, tsx: file.endsWith('.tsx') });

const { cruise } = await import('dependency-cruiser');
const { roots, options } = JSON.parse(await text(process.stdin));
const { output } = await cruise(roots, options);
process.stdout.write(JSON.stringify(output));
