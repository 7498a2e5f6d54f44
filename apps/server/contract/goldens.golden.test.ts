import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createRegistry } from '#kit/server/context/registry.ts';
import { domains } from '#apps/domains.ts';
import { goldenOf } from './golden.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const registry = createRegistry(domains);

/** `pileProfile` lives in `pile-profile/`; the golden of a feature without a folder of its name lies in the folder of its domain. */
const fileOf = (domain: string, name: string): string => {
  const folder = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const own = path.join(root, 'domains', domain, folder);
  return existsSync(own) ? path.join(own, `${folder}.golden.txt`) : path.join(root, 'domains', domain, `${folder}.golden.txt`);
};

const goldens = domains.flatMap((domain) =>
  domain.features.map((feature) => ({ name: `${domain.name}/${feature.name}`, file: fileOf(domain.name, feature.name), feature })),
);

test.each(goldens)('$name is as it was reviewed', ({ file, feature }) => {
  const now = goldenOf(feature, registry);
  if (process.env['UPDATE_GOLDENS'] === '1') writeFileSync(file, now);
  expect(existsSync(file) ? readFileSync(file, 'utf8') : '', 'run UPDATE_GOLDENS=1 npm run goldens and read the difference').toBe(now);
});

test('no golden is left of a noun that is gone', () => {
  const found = readdirSync(path.join(root, 'domains'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.golden.txt'))
    .map((file) => path.join(root, 'domains', file));
  expect(found.toSorted()).toEqual(goldens.map(({ file }) => file).toSorted());
});

test('declarations hold no function of ours', () => {
  const walk = (value: unknown, at: string): readonly string[] => {
    if (typeof value === 'function') return [at];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, inner]) => (key === 'listOf' ? [] : walk(inner, `${at}.${key}`)));
  };
  expect(domains.flatMap((domain) => walk(domain, domain.name))).toEqual([]);
});
