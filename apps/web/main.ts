// Before ours, which say otherwise here and there.
import 'antd/dist/antd.css';
import '#kit/web/theme/theme.css';
import { languageOf, say } from '#kit/fields/words.ts';
import { CodeLost, loadCode } from '#kit/web/code-loading/load-code.ts';
import { loadLocale } from '#kit/web/locale.ts';
import { lostWords } from '#kit/web/code-loading/chunk-load-error-words.ts';
import { recall, storageKeys } from '#kit/web/storage.ts';
import { ruled } from './ruled.ts';

void ruled();
// This file stays tiny and waits for no stylesheet, so that all the others are asked for at once.
document.documentElement.dataset['look'] = recall(storageKeys.look) === 'dark' ? 'dark' : 'light';
const language = languageOf(recall(storageKeys.language) ?? navigator.language);
// First of all what asks for the menu, which says what else is needed.
const isSignedIn = recall(storageKeys.token) !== null;
if (isSignedIn) void import('./menu-question.ts').then(({ sendMenuQuestion }) => sendMenuQuestion());
const app = loadCode(() => import('./app.tsx'));
if (!isSignedIn) void import('./sign-in/sign-in.tsx');
else {
  void import('./first-page.ts');
  void import('./shell/shell.tsx');
  // The start page is no list.
  if (!/^#?\/?(dashboard\/.*)?$/.test(window.location.hash)) void import('#kit/web/list/list-page.tsx');
  void loadLocale(language);
}

/** Without its first script a page can do nothing but say so. */
const tell = (problem: unknown): void => {
  const [text, button] = [document.createElement('p'), document.createElement('button')];
  text.role = 'alert';
  text.textContent = say(lostWords[problem instanceof CodeLost ? problem.why : 'broken'], language);
  button.className = 'co-lost-button';
  button.textContent = say(lostWords.reload, language);
  button.addEventListener('click', () => window.location.reload());
  document.querySelector('.splash i')?.replaceWith(text, button);
};
void app.then(({ start }) => start(), tell);
