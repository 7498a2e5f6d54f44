import { storageKeys } from '../storage.ts';
import { persistedStore, useStore } from '../store.ts';

export type ColorScheme = 'light' | 'dark';

/** Light until the viewer says otherwise. */
export const colorSchemeStore = persistedStore<ColorScheme>({
  key: storageKeys.look,
  read: (text) => (text === 'dark' ? 'dark' : 'light'),
  write: (colorScheme) => colorScheme,
});
export const useColorScheme = (): ColorScheme => useStore(colorSchemeStore);

/** The default primary colour. White on it has a contrast of 3.2 only, so words and filled buttons take a darker one. */
export const PRIMARY = '#1890FF';

/** The colour of links, choices and buttons. */
export const primaryColourStore = persistedStore<string>({
  key: storageKeys.colour,
  read: (text) => (text !== null && /^#[0-9a-f]{6}$/i.test(text) ? text : PRIMARY),
  write: (colour) => colour,
});
