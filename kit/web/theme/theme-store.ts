import { storageKeys } from '../storage.ts';
import { persistedStore, useStore } from '../store.ts';

export type ColorScheme = 'light' | 'dark';

/** Light until the viewer chooses. */
export const colorSchemeStore = persistedStore<ColorScheme>({
  key: storageKeys.look,
  read: (text) => (text === 'dark' ? 'dark' : 'light'),
  write: (colorScheme) => colorScheme,
});
export const useColorScheme = (): ColorScheme => useStore(colorSchemeStore);

/** The default primary colour. White text on it has a contrast of only 3.2, so text and filled buttons use a darker shade. */
export const PRIMARY = '#1890FF';

/** The colour of links, selections and buttons. */
export const primaryColourStore = persistedStore<string>({
  key: storageKeys.colour,
  read: (text) => (text !== null && /^#[0-9a-f]{6}$/i.test(text) ? text : PRIMARY),
  write: (colour) => colour,
});
