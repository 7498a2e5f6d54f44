import type { Names } from './names.ts';

/** The resources door with the noun added; a new one when the domain has none yet. */
export function withFeature(door: string | undefined, names: Names): string {
  const { domain, kebab, camel } = names;
  const start = door ?? `import { domain } from '#kit/resource/feature.ts';\n\nexport const ${domain} = domain('${domain}', []);\n`;
  const added = addImports(start, `import { ${camel}Feature } from './${kebab}/${kebab}.feature.ts';\n`);
  return exporting(added, names)
    .replace(/(= domain\(\s*'[^']+',\s*\[[^\]]*?),?\s*\]/u, `$1, ${camel}Feature]`)
    .replace('[, ', '[');
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

/** Other domains see the noun through a line of its own above the domain's list. */
function exporting(text: string, { domain, kebab, camel }: Names): string {
  const mark = /\nexport const \w+ = domain\(/u;
  if (!mark.test(text)) throw new Error(`domains/${domain}/resources.ts has no list of its features; add the noun by hand.`);
  return text.replace(mark, (list) => `export { ${camel} } from './${kebab}/${kebab}.ts';\n${list}`);
}
