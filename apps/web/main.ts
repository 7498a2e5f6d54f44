// Before ours, which say otherwise here and there.
import 'antd/dist/antd.css';
import '#kit/web/theme.css';
import { languageOf } from '#kit/fields/words.ts';
import { loadLocale } from '#kit/web/locale.ts';
import { recall, storageKeys } from '#kit/web/storage.ts';

// This file stays tiny and waits for no stylesheet, so that all the others are asked for at once.
document.documentElement.dataset['look'] = recall(storageKeys.look) === 'dark' ? 'dark' : 'light';
// First of all what asks for the menu.
const app = import('./app.tsx');
if (recall(storageKeys.token) === null) void import('./sign-in/sign-in.tsx');
else {
  void import('./shell/shell.tsx');
  // The start page is no list.
  if (!/^#?\/?(dashboard\/.*)?$/.test(window.location.hash)) void import('#kit/web/list/list-page.tsx');
  void loadLocale(languageOf(recall(storageKeys.language) ?? navigator.language));
}
void app.then(({ start }) => start());
