import { storageKeys } from './storage.ts';
import { rememberedStore, useStore } from './store.ts';

export type Look = 'light' | 'dark';

/** Light until the viewer says otherwise. */
export const lookStore = rememberedStore<Look>({
  key: storageKeys.look,
  read: (text) => (text === 'dark' ? 'dark' : 'light'),
  write: (look) => look,
});
export const useLook = (): Look => useStore(lookStore);
