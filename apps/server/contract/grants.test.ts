import { expect, test } from 'vitest';
import { createRegistry } from '#kit/server/context/registry.ts';
import { domains } from '#apps/domains.ts';

const registry = createRegistry(domains);
const nounOf = (code: string): string => code.split(':')[0] ?? code;
const nouns = [...new Set(registry.permissions.map(nounOf))];

test('every feature with permission codes says which preset roles hold them', () => {
  expect(nouns.filter((name) => !registry.feature(name)?.rights)).toEqual([]);
});

test('no feature speaks of a right that nothing asks for', () => {
  const spoken = registry.features.flatMap(({ name, rights }) => Object.keys(rights?.otherRights ?? {}).map((action) => `${name}:${action}`));
  expect(spoken.filter((code) => !registry.permissions.includes(code))).toEqual([]);
});

test('every right is listed below a page, and every page stands in a group of the menu', () => {
  const hasPage = (name: string | undefined): boolean => registry.features.some(({ menu }) => menu?.some(({ allow }) => allow === `${name}:list`));
  const pages = new Set(registry.features.flatMap(({ menu }) => menu ?? []).map(({ allow }) => nounOf(allow)));
  expect(nouns.filter((name) => !pages.has(name) && !hasPage(registry.feature(name)?.rights?.listedWith))).toEqual([]);
  const groups = registry.menuGroups.map(({ name }) => name);
  expect(registry.features.flatMap(({ menu }) => menu ?? []).filter(({ group }) => !groups.includes(group))).toEqual([]);
});
