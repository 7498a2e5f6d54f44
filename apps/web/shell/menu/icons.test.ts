import { expect, test } from 'vitest';
import { domains } from '#apps/domains.ts';
import { features } from '../../features.ts';
import { icons } from './icons.tsx';

test('every entry of the menu names an icon that there is', () => {
  const named = [...features.flatMap(({ menu }) => menu ?? []), ...domains.flatMap(({ menuGroups = [] }) => menuGroups)].map(({ icon }) => icon);
  expect(named.filter((name) => !(name in icons))).toEqual([]);
  expect(named.filter((name) => name.startsWith('cus-'))).not.toEqual([]);
});
