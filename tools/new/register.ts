import type { NounNames } from './names.ts';

/** The domain's list of features with the noun's line added in alphabetical order. */
export function withFeature(list: string, { kebab, camel }: NounNames): string {
  const lines = list.split('\n').filter((line) => line !== '' && line !== 'export {};');
  const added = `export { ${camel}Feature } from './${kebab}/${kebab}.feature.ts';`;
  const next = lines.findIndex((line) => line.startsWith('export {') && line > added);
  return `${lines.toSpliced(next < 0 ? lines.length : next, 0, added).join('\n')}\n`;
}
