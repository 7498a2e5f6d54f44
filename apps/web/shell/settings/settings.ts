import { storageKeys } from '#kit/web/storage.ts';
import { persistedStore } from '#kit/web/store.ts';
import type { Store } from '#kit/web/store.ts';
import { primaryColourStore, colorSchemeStore, PRIMARY } from '#kit/web/theme/theme-store.ts';
import type { ColorScheme } from '#kit/web/theme/theme-store.ts';

const yesNo = (key: string, usual: boolean) =>
  persistedStore<boolean>({ key, read: (text) => (text === null ? usual : text === 'true'), write: String });

/** A setting with one of several values; the first is the default. */
const oneOf = <const T extends string>(key: string, choices: readonly [T, ...T[]]): Store<T> =>
  persistedStore<T>({ key, read: (text) => choices.find((choice) => choice === text) ?? choices[0], write: (choice) => choice });

export type Layout = 'sidemenu' | 'topmenu';
export type ContentWidth = 'Fixed' | 'Fluid';

/** Appearance settings of this browser, stored under the names that this product family uses. */
export const settings = {
  look: colorSchemeStore,
  colour: primaryColourStore,
  menuTheme: oneOf<ColorScheme>(storageKeys.menuTheme, ['light', 'dark']),
  layout: oneOf<Layout>(storageKeys.layout, ['sidemenu', 'topmenu']),
  contentWidth: oneOf<ContentWidth>(storageKeys.contentWidth, ['Fixed', 'Fluid']),
  fixedHeader: yesNo(storageKeys.fixedHeader, true),
  hideHeader: yesNo(storageKeys.hideHeader, false),
  fixedMenu: yesNo(storageKeys.fixedMenu, true),
  colourWeak: yesNo(storageKeys.colourWeak, false),
  /** Whether opened pages stay open as tabs. */
  multiPage: yesNo(storageKeys.multiPage, true),
} as const;

/** Restores the defaults. */
export const usualSettings = (): void => {
  settings.look.set('light');
  settings.colour.set(PRIMARY);
  settings.menuTheme.set('light');
  settings.layout.set('sidemenu');
  settings.contentWidth.set('Fixed');
  settings.fixedHeader.set(true);
  settings.hideHeader.set(false);
  settings.fixedMenu.set(true);
  settings.colourWeak.set(false);
  settings.multiPage.set(true);
};
