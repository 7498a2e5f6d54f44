import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { NounTesting } from './noun-testing.ts';

const DOMAINS = path.resolve(import.meta.dirname, '../../../domains');
/** The nouns to which all other rows belong. */
const OWNER_NOUNS = ['tenant', 'agent', 'station'];

/** The test support of every feature: each `<noun>.testing.ts` of the domains, in the order in which they depend on each other. */
export const gatherTestings = async (): Promise<readonly NounTesting[]> => {
  const files = (await readdir(DOMAINS, { recursive: true })).filter((file) => file.endsWith('.testing.ts')).toSorted();
  return inDependencyOrder(await Promise.all(files.map(readTesting)));
};

const readTesting = async (file: string): Promise<NounTesting> => {
  const module = (await import(pathToFileURL(path.join(DOMAINS, file)).href)) as { readonly testing?: NounTesting }; // nounTesting typed it there
  if (!module.testing) throw new Error(`domains/${file} exports no testing`);
  return module.testing;
};

/**
 * Orders features after those that their rows need. @throws when two describe the same feature, when one needs an unknown one, or when two need
 * each other
 */
export const inDependencyOrder = (testings: readonly NounTesting[]): readonly NounTesting[] => {
  const byName = new Map(testings.map((testing) => [testing.name, testing]));
  const duplicate = testings.find((testing) => byName.get(testing.name) !== testing);
  if (duplicate) throw new Error(`two are about ${duplicate.name}`);
  const ordered = new Set<NounTesting>();
  const visit = (name: string, dependents: readonly string[]): void => {
    const testing = byName.get(name);
    if (!testing) throw new Error(`${dependents.at(-1) ?? 'every noun'} needs rows of ${name}, which no ${name}.testing.ts makes`);
    if (dependents.includes(name)) throw new Error([...dependents, name].join(' needs '));
    if (ordered.has(testing)) return;
    for (const needed of testing.rows?.needs ?? []) visit(needed, [...dependents, name]);
    ordered.add(testing);
  };
  const ownerNouns = OWNER_NOUNS.filter((name) => byName.has(name));
  for (const name of [...ownerNouns, ...byName.keys()]) visit(name, []);
  return [...ordered];
};
