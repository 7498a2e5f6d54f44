import { expect, test } from 'vitest';
import { menuGroups } from '#kit/resource/menu.ts';
import { features } from '../../features.ts';
import { icons } from './icons.tsx';

test('every entry of the menu names an icon that there is', () => {
  const named = [...features.flatMap(({ menu }) => menu ?? []), ...Object.values(menuGroups)].map(({ icon }) => icon);
  expect(named.filter((name) => !(name in icons))).toEqual([]);
  expect(named.filter((name) => name.startsWith('cus-'))).not.toEqual([]);
});
