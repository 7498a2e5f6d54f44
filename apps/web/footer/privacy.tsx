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

/** The privacy text: the operator's own, otherwise the program's. */
export const Privacy = () => {
  const language = useLanguage();
  const signedIn = useStore(sessionStore) !== null;
  const { data, error } = useCall(signedIn ? privacyApi.ownPrivacy : privacyApi.privacy, {});
  if (!data && !error) return <article aria-busy />;
  const operatorText = data && textIn(data.text, language);
  if (!operatorText) return <ProgramPrivacy />;
  return (
    <article>
      <SafeMarkdown text={operatorText} />
    </article>
  );
};

/** A text in another language is better than no text. */
const textIn = (text: PrivacyText, language: Language): string | null => text[language] ?? text.zh_CN ?? text.zh_TW ?? text.en_US;
