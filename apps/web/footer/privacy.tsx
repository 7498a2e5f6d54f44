import { privacyApi } from '#domains/identity/web.ts';
import type { PrivacyText } from '#domains/identity/web.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { useCall } from '#kit/web/calls/query.tsx';
import { sessionStore } from '#kit/web/session/session.ts';
import { useStore } from '#kit/web/store.ts';
import { useLanguage } from '#kit/web/language.ts';
import type { Language } from '#kit/fields/words.ts';
import { ProgramPrivacy } from './program-privacy.tsx';

const SafeMarkdown = lazyComponent(async () => (await import('#kit/web/editors/safe-markdown.tsx')).SafeMarkdown);

/** What is done with personal data: the operator's own text, else the program's. */
export const Privacy = () => {
  const language = useLanguage();
  const signedIn = useStore(sessionStore) !== null;
  const { data, error } = useCall(signedIn ? privacyApi.ownPrivacy : privacyApi.privacy, {});
  if (!data && !error) return <article aria-busy />;
  const own = data && textIn(data.text, language);
  if (!own) return <ProgramPrivacy />;
  return (
    <article>
      <SafeMarkdown text={own} />
    </article>
  );
};

/** A text in another language is better than none. */
const textIn = (text: PrivacyText, language: Language): string | null => text[language] ?? text.zh_CN ?? text.zh_TW ?? text.en_US;
