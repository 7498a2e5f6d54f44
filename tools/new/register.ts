import type { Names } from './names.ts';

/** The resources door with the noun added; a new one when the domain has none yet. */
export function withFeature(door: string | undefined, names: Names): string {
  const { domain, kebab, camel } = names;
  const start = door ?? `import { domain, feature } from '#kit/resource/feature.ts';\n\nexport const ${domain} = domain('${domain}', [\n]);\n`;
  const imports = `import { ${camel}Labels } from './${kebab}/${kebab}.labels.ts';\nimport { ${camel}, ${camel}Api } from './${kebab}/${kebab}.ts';\n`;
  const group = GROUP_OF[domain] ?? 'system';
  const menu = `{ path: '/${domain}/${kebab}', component: '${domain}/${names.pascal}List', title: ['${names.title}', '${names.title}', '${names.title}'], icon: 'table', group: menuGroups.${group}, order: 90, allow: '${camel}:list' }`;
  const entry = `  feature({\n    name: '${camel}', resource: ${camel}, api: ${camel}Api, labels: ${camel}Labels,\n    menu: [${menu}],\n  }),\n`;
  const withMenu = start.includes('menuGroups') ? start : addImports(start, `import { menuGroups } from '#kit/resource/menu.ts';\n`);
  return exporting(addImports(withMenu, imports), names).replace(/\n\]\);\n$/u, `\n${entry}]);\n`);
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

const GROUP_OF: Readonly<Record<string, string>> = {
  network: 'network',
  customer: 'customer',
  tariff: 'tariff',
  power: 'tariff',
  money: 'money',
  marketing: 'customer',
  device: 'device',
  charging: 'order',
  alarm: 'monitor',
  insight: 'monitor',
};

function addImports(text: string, imports: string): string {
  const last = [...text.matchAll(/^import .*;\n/gmu)].at(-1);
  const at = last ? last.index + last[0].length : 0;
  return text.slice(0, at) + imports + text.slice(at);
}

/** Other domains see the noun through the list of names right above the domain's own. */
function exporting(text: string, { domain, camel }: Names): string {
  const mark = `\nexport const ${domain} = domain(`;
  if (!text.includes(mark)) throw new Error(`The door has no line starting with ${mark.trim()}; add the noun by hand.`);
  const longer = text.replace(/^export \{ (.*) \};\n(?=\nexport const \w+ = domain\()/mu, `export { $1, ${camel} };\n`);
  return longer === text ? text.replace(mark, `\nexport { ${camel} };\n${mark}`) : longer;
}
