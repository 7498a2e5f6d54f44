/** The three languages of the product. */
export const languages = ['zh_CN', 'zh_TW', 'en_US'] as const;
export type Language = (typeof languages)[number];

/** One text in zh_CN, zh_TW and en_US. `{name}` is replaced by an argument, and `{name|row|rows}` by the first word if that argument is 1, else by the second. */
export type Words = readonly [zhCN: string, zhTW: string, enUS: string];

export type Args = Readonly<Record<string, string | number | bigint>>;

const languageIndex: Readonly<Record<Language, 0 | 1 | 2>> = { zh_CN: 0, zh_TW: 1, en_US: 2 };

/** The text in a language with its placeholders replaced; a placeholder without an argument stays visible as `{name}`. */
export const say = (words: Words, language: Language, args: Args = {}): string =>
  words[languageIndex[language]].replace(/\{(\w+)(?:\|(\w+)\|(\w+))?\}/g, (placeholder, name: string, ...forms: readonly (string | undefined)[]) => {
    if (!(name in args)) return placeholder;
    const value = String(args[name]);
    return forms[value === '1' ? 0 : 1] ?? value;
  });

/** The language of `zh-CN`, `zh_TW`, `en` or a header with several tags; English when it is unknown or missing. */
export const languageOf = (tag: string | undefined): Language => {
  const first = (tag ?? '').split(/[,;]/)[0]?.trim().toLowerCase().replace('_', '-') ?? '';
  if (/^zh-(tw|hk|mo|hant)/.test(first)) return 'zh_TW';
  return first.startsWith('zh') ? 'zh_CN' : 'en_US';
};

/** The texts of a table for a name that is not known at compile time. */
export const wordsFor = (table: Readonly<Record<string, Words>>, name: string): Words | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
