// Plain JavaScript in a process of its own: under tsx the default exports of CommonJS change, and dependency-cruiser's swc visitor breaks.
import { createRequire } from 'node:module';
import path from 'node:path';
import { text } from 'node:stream/consumers';

/**
 * @typedef {{ readonly type: string, readonly typeOnly?: boolean, readonly specifiers?: readonly { readonly isTypeOnly?: boolean }[],
 *   readonly source?: { readonly value: string } | null }} Item
 * @typedef {(file: string, options: object) => { body: Item[] }} Parse
 */

/** @type {{ parseFileSync: Parse }} */
const swc = createRequire(import.meta.url)('@swc/core');
const { roots, options } = JSON.parse(await text(process.stdin));

/**
 * By file, what it imports for types alone, as written in the file.
 * @type {Record<string, readonly string[]>}
 */
const erased = {};
const parse = swc.parseFileSync;
// dependency-cruiser 17 parses every file through swc without its `tsx` flag, and swc then dies on the first element.
swc.parseFileSync = (file, parseOptions) => {
  const ast = parse(file, { ...parseOptions, tsx: file.endsWith('.tsx') });
  const kept = new Set(ast.body.filter((item) => !isErased(item)).map(sourceOf));
  erased[path.relative(process.cwd(), path.resolve(file))] = ast.body.flatMap((item) =>
    isErased(item) && !kept.has(sourceOf(item)) ? [sourceOf(item)] : [],
  );
  return ast;
};

const { cruise } = await import('dependency-cruiser');
const { output } = await cruise(roots, options);
process.stdout.write(JSON.stringify({ result: output, erased }));

/**
 * Whether the compiler removes this import or export, because it names types only.
 * @param {Item} item
 */
function isErased({ typeOnly = false, specifiers = [] }) {
  return typeOnly || (specifiers.length > 0 && specifiers.every((specifier) => specifier.isTypeOnly));
}

/** @param {Item} item */
function sourceOf({ source }) {
  return source?.value ?? '';
}
