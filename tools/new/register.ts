import type { Names } from './names.ts';

/** The domain's list of features with the noun's added; a new list when the domain has none yet. */
export function withFeature(list: string | undefined, { domain, kebab, camel }: Names): string {
  const start = list ?? `import { domain } from '#kit/resource/feature.ts';\n\nexport const ${domain} = domain('${domain}', []);\n`;
  if (!/\nexport const \w+ = domain\(/u.test(start)) throw new Error(`domains/${domain}/features.ts has no list of features; add the noun by hand.`);
  return addImports(start, `import { ${camel}Feature } from './${kebab}/${kebab}.feature.ts';\n`)
    .replace(/(= domain\(\s*'[^']+',\s*\[[^\]]*?),?\s*\]/u, `$1, ${camel}Feature]`)
    .replace('[, ', '[');
}

/** The resources door, through which other domains see the noun; a new one when the domain has none yet. */
export function withExport(door: string | undefined, { domain, kebab, camel }: Names): string {
  const start = door ?? `export { ${domain} } from './features.ts';\n`;
  return `${start}export { ${camel} } from './${kebab}/${kebab}.ts';\n`;
}

/** The server door with the noun's routes added; a new one when the domain has none yet. */
export function withRoutes(door: string | undefined, { domain, kebab, camel }: Names): string {
  const start = door ?? `\nexport const ${domain}Routes = [];\n`;
  const added = addImports(start, `import { ${camel}Routes } from './${kebab}/${kebab}.server.ts';\n`);
  const from = added.indexOf(`export const ${domain}Routes`);
  const end = added.indexOf('];', from);
  if (from < 0 || end < 0) throw new Error(`The server door has no list ${domain}Routes; add ${camel}Routes by hand.`);
  const before = added.slice(0, end).replace(/,?\s*$/u, '');
  return `${before}${before.endsWith('[') ? '' : ', '}...${camel}Routes${added.slice(end)}`;
}

function addImports(text: string, imports: string): string {
  const last = [...text.matchAll(/^import .*;\n/gmu)].at(-1);
  const at = last ? last.index + last[0].length : 0;
  return text.slice(0, at) + imports + text.slice(at);
}
