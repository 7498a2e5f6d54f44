/** The languages of the page, with the tags of HTML. */
export const languages = { zh_CN: 'zh-CN', zh_TW: 'zh-TW', en_US: 'en' } as const;

export type Language = keyof typeof languages;

export const isLanguage = (text: unknown): text is Language => typeof text === 'string' && Object.hasOwn(languages, text);

/** The language of a browser by its `Accept-Language`: traditional Chinese where it is written, otherwise simplified Chinese or English. */
export const preferredLanguage = (accepted: string | undefined): Language => {
  for (const tag of (accepted ?? '').toLowerCase().split(',')) {
    const [name = ''] = tag.trim().split(';');
    if (/^zh-(tw|hk|mo|hant)\b/u.test(name)) return 'zh_TW';
    if (/^zh\b/u.test(name)) return 'zh_CN';
    if (/^en\b/u.test(name)) return 'en_US';
  }
  return 'en_US';
};
