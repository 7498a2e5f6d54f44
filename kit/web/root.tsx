import { ConfigProvider, Empty } from 'antd';
import type { ConfigProviderProps } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { Language } from '#kit/fields/words.ts';
import { languageStore, languageTags, useLanguage, useSay } from './language.ts';
import { themeOf } from './theme.ts';
import { useLook } from './theme-store.ts';
import { words } from './words.ts';

type AntdLocale = NonNullable<ConfigProviderProps['locale']>;

/** Each language loads its own words of antd and dayjs. */
const loaders: Readonly<Record<Language, () => Promise<AntdLocale>>> = {
  zh_CN: () => Promise.all([import('antd/es/locale/zh_CN'), import('dayjs/locale/zh-cn')]).then(([antd]) => antd.default),
  zh_TW: () => Promise.all([import('antd/es/locale/zh_TW'), import('dayjs/locale/zh-tw')]).then(([antd]) => antd.default),
  en_US: () => import('antd/es/locale/en_US').then((antd) => antd.default),
};
const dayjsNames: Readonly<Record<Language, string>> = { zh_CN: 'zh-cn', zh_TW: 'zh-tw', en_US: 'en' };

const loaded = new Map<Language, AntdLocale>();
const load = async (language: Language): Promise<AntdLocale> => {
  const locale = loaded.get(language) ?? (await loaders[language]());
  loaded.set(language, locale);
  dayjs.locale(dayjsNames[language]);
  return locale;
};

/** Loads the words of the first screen; a page that awaits it never shows antd in another language for a moment. */
export const ready = (): Promise<AntdLocale> => load(languageStore.get());

/** antd in the viewer's language and look. Everything that draws with antd stands below it. */
export const UiRoot = ({ children }: { readonly children: ReactNode }) => {
  const locale = useAntdLocale();
  const look = useLook();
  const theme = useMemo(() => themeOf(look), [look]);
  useEffect(() => {
    document.documentElement.dataset['look'] = look;
  }, [look]);
  const nonce = useMemo(() => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce, []);
  return (
    <ConfigProvider
      theme={theme}
      {...(locale && { locale })}
      {...(nonce && { csp: { nonce } })}
      componentSize="middle"
      renderEmpty={renderNothing}
      modal={flat}
      drawer={flat}
      form={formLook}
      button={button}
    >
      {children}
    </ConfigProvider>
  );
};

const flat = { mask: { blur: false } };
const formLook = { requiredMark: true, scrollToFirstError: true };
/** Two Chinese characters are not pulled apart. */
const button = { autoInsertSpace: false };
/** antd calls this inside its own memo, where a hook would break. */
const renderNothing = () => <Nothing />;
const Nothing = () => {
  const say = useSay();
  return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.empty)} />;
};

const useAntdLocale = (): AntdLocale | undefined => {
  const language = useLanguage();
  const [locale, setLocale] = useState(loaded.get(language));
  useEffect(() => {
    document.documentElement.lang = languageTags[language];
    let current = true;
    void load(language).then((next) => {
      if (current) setLocale(next);
    });
    return () => {
      current = false;
    };
  }, [language]);
  return locale;
};
