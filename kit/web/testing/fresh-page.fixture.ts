import { page } from 'vitest/browser';
import { readRights } from '#kit/resource/rights/rights.ts';
import { languageStore } from '../language.ts';
import { permissionStore } from '../permissions/use-permission.ts';
import { queryClient } from '../calls/query.tsx';

/** A page of its size as nobody has used it: nothing remembered, in English, with the rights that are named. */
export const freshPage = async (width: number, height: number, rights?: string): Promise<void> => {
  await page.viewport(width, height);
  queryClient.clear();
  languageStore.set('en_US');
  sessionStorage.clear();
  localStorage.clear();
  if (rights === undefined) return;
  const rule = { action: rights, describe: 'all', type: '2', status: '1' } as const;
  permissionStore.set(readRights([rule], [rule]));
};
