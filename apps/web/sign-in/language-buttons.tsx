import { languages } from '#kit/fields/words.ts';
import { languageNames, languageStore, languageTags, useLanguage } from '#kit/web/language.ts';

/** All languages are visible, so that nobody must find a menu in a language they cannot read. */
export const LanguageButtons = () => {
  const current = useLanguage();
  return (
    <div className="co-sign-languages">
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={languageTags[language]}
          aria-pressed={language === current}
          onClick={() => languageStore.set(language)}
        >
          {languageNames[language]}
        </button>
      ))}
    </div>
  );
};
