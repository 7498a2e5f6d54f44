import { page } from 'vitest/browser';
import { readRights } from '#kit/resource/rights/rights.ts';
import { languageStore } from '../language.ts';
import { permissionStore } from '../permissions/use-permission.ts';
import { queryClient } from '../calls/query.tsx';

/** Resets the page: its size, caches, storage and rights, with English as the language. */
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
