import { languageOf, say } from '#kit/fields/words.ts';
import { lostWords } from '#kit/web/code-loading/chunk-load-error-words.ts';
import { CodeLost, loadCode } from '#kit/web/code-loading/load-code.ts';
import { loadLocale } from '#kit/web/locale.ts';
import { recall, storageKeys } from '#kit/web/storage.ts';

document.documentElement.dataset['look'] = recall(storageKeys.look) === 'dark' ? 'dark' : 'light';
const language = languageOf(recall(storageKeys.language) ?? navigator.language);
// This script is small and imports none of the others, so that they are all fetched at the same time. Other stylesheets build on this one, so it comes first.
const styles = loadCode(() => import('./styles.ts'));
const app = loadCode(() => import('./app.tsx'));
if (recall(storageKeys.token) !== null) {
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
void app.then(({ start }) => start(styles), tell);
