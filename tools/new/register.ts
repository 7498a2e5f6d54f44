import type { Names } from './names.ts';

/** The domain's list of features with the noun's line added, where the alphabet has it. */
export function withFeature(list: string, { kebab, camel }: Names): string {
  const lines = list.split('\n').filter((line) => line !== '' && line !== 'export {};');
  const added = `export { ${camel}Feature } from './${kebab}/${kebab}.feature.ts';`;
  const next = lines.findIndex((line) => line.startsWith('export {') && line > added);
  return `${lines.toSpliced(next < 0 ? lines.length : next, 0, added).join('\n')}\n`;
}
