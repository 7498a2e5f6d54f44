import type { ConfigProviderProps } from 'antd';
import type { Language } from '#kit/fields/words.ts';

export type AntdLocale = NonNullable<ConfigProviderProps['locale']>;

/** Rows are counted with 筆 in Taiwan, as everywhere else in the product; antd has 條. */
const countedInTaiwan = (locale: AntdLocale): AntdLocale => ({
  ...locale,
  ...(locale.Pagination && { Pagination: { ...locale.Pagination, items_per_page: '筆/頁' } }),
});

/** Each language loads its own texts of antd and dayjs. */
const loaders: Readonly<Record<Language, () => Promise<AntdLocale>>> = {
  zh_CN: () => Promise.all([import('antd/es/locale/zh_CN'), import('dayjs/locale/zh-cn')]).then(([antd]) => antd.default),
  zh_TW: () => Promise.all([import('antd/es/locale/zh_TW'), import('dayjs/locale/zh-tw')]).then(([antd]) => countedInTaiwan(antd.default)),
  en_US: () => import('antd/es/locale/en_US').then((antd) => antd.default),
};

const loaded = new Map<Language, AntdLocale>();

/** The accessible names of the month and year buttons contain the visible text; antd's names do not. */
const saying = (locale: AntdLocale): AntdLocale => ({
  ...locale,
  ...(locale.DatePicker && { DatePicker: { ...locale.DatePicker, lang: { ...locale.DatePicker.lang, monthSelect: '', yearSelect: '' } } }),
});

/** The texts of a language, if they are loaded. */
export const localeNow = (language: Language): AntdLocale | undefined => loaded.get(language);

export const loadLocale = async (language: Language): Promise<AntdLocale> => {
  const locale = loaded.get(language) ?? saying(await loaders[language]());
  loaded.set(language, locale);
  return locale;
};
