import { languageOf, say } from '#kit/fields/words.ts';
import { chunkLoadErrorWords } from '#kit/web/code-loading/chunk-load-error-words.ts';
import { CodeLoadError, loadCode } from '#kit/web/code-loading/load-code.ts';
import { loadLocale } from '#kit/web/locale.ts';
import { readStored, storageKeys } from '#kit/web/storage.ts';

document.documentElement.dataset['look'] = readStored(storageKeys.look) === 'dark' ? 'dark' : 'light';
const language = languageOf(readStored(storageKeys.language) ?? navigator.language);
// This script is small and imports none of the others statically, so all of them are loaded at the same time. Other stylesheets build on this one, so
// it comes first.
const styles = loadCode(() => import('./styles.ts'));
const app = loadCode(() => import('./app.tsx'));
if (readStored(storageKeys.token) === null) void import('./sign-in/sign-in.tsx');
else {
  void import('./shell/shell.tsx');
  // The start page is not a list.
  if (!/^#?\/?(dashboard\/.*)?$/.test(window.location.hash)) void import('#kit/web/list/list-page.tsx');
  void loadLocale(language);
}

/** Without its first script a page can only report the error. */
const showFailure = (problem: unknown): void => {
  const [text, button] = [document.createElement('p'), document.createElement('button')];
  text.role = 'alert';
  text.textContent = say(chunkLoadErrorWords[problem instanceof CodeLoadError ? problem.reason : 'broken'], language);
  button.className = 'co-lost-button';
  button.textContent = say(chunkLoadErrorWords.reload, language);
  button.addEventListener('click', () => window.location.reload());
  document.querySelector('.splash i')?.replaceWith(text, button);
};
void app.then(({ start }) => start(styles), showFailure);
