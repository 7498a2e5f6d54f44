import { ConfigProvider, Empty } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { Language } from '#kit/fields/words.ts';
import { restoreFocus } from '../dialogs/restore-focus.ts';
import { useLanguage, useSay } from '../language.ts';
import { loadLocale, localeNow } from '../locale.ts';
import type { AntdLocale } from '../locale.ts';
import { useStore } from '../store.ts';
import { tonesOf } from './theme-colours.ts';
import { themeOf } from './theme.ts';
import { primaryColourStore, PRIMARY, useColorScheme } from './theme-store.ts';
import type { ColorScheme } from './theme-store.ts';
import { words } from '../words.ts';

const dayjsNames: Readonly<Record<Language, string>> = { zh_CN: 'zh-cn', zh_TW: 'zh-tw', en_US: 'en' };

/** antd in the viewer's language and theme. All components that use antd must be below it. */
export const UiRoot = ({ children }: { readonly children: ReactNode }) => {
  const locale = useAntdLocale();
  const colorScheme = useColorScheme();
  const colour = useStore(primaryColourStore);
  const theme = useMemo(() => themeOf(colorScheme, colour), [colorScheme, colour]);
  useLayoutEffect(() => tintPage(colorScheme, colour), [colorScheme, colour]);
  useEffect(restoreFocus, []);
  const nonce = useMemo(() => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce, []);
  return (
    <ConfigProvider
      theme={theme}
      locale={locale ?? placeholderLocale}
      {...(nonce && { csp: { nonce } })}
      componentSize="middle"
      renderEmpty={renderEmpty}
      modal={flat}
      drawer={flat}
      form={formLook}
      button={button}
    >
      {children}
    </ConfigProvider>
  );
};

/** Sets the stylesheet's custom properties to the chosen colour; without a choice their defaults apply. */
const tintPage = (colorScheme: ColorScheme, colour: string): void => {
  const { primary, link, hover, selected } = tonesOf(colorScheme, colour);
  for (const [name, value] of Object.entries({ primary, link, hover, chosen: selected })) {
    if (colour === PRIMARY) document.documentElement.style.removeProperty(`--co-${name}`);
    else document.documentElement.style.setProperty(`--co-${name}`, value);
  }
};

/** Draws its children in the dark theme while `on`, independently of the page's theme. */
export const DarkTheme = ({ on, children }: { readonly on: boolean; readonly children: ReactNode }) => {
  const colour = useStore(primaryColourStore);
  // Its own key for the CSS variables, because a shared key would take the light colours. Any theme, even an empty one, is computed anew, for 40 ms.
  const theme = useMemo(() => (on ? { theme: { ...themeOf('dark', colour), cssVar: { key: 'co-night' } } } : {}), [on, colour]);
  return <ConfigProvider {...theme}>{children}</ConfigProvider>;
};

/** A placeholder until the locale is loaded: without any locale, antd would mount everything again when it arrives. */
const placeholderLocale = { locale: 'en' } satisfies AntdLocale;
const flat = { mask: { blur: false } };
const formLook = { requiredMark: true, scrollToFirstError: true };
/** antd inserts no space between two Chinese characters. */
const button = { autoInsertSpace: false };
/** antd calls this inside its own memo, where a hook is not allowed. */
const renderEmpty = () => <EmptyContent />;
const EmptyContent = () => {
  const say = useSay();
  return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.empty)} />;
};

/** Keeps the previous locale until the new one is loaded. */
const useAntdLocale = (): AntdLocale | undefined => {
  const language = useLanguage();
  const [locale, setLocale] = useState(() => localeNow(language));
  useEffect(() => {
    let current = true;
    void loadLocale(language).then((next) => {
      dayjs.locale(dayjsNames[language]);
      if (current) setLocale(next);
    });
    return () => {
      current = false;
    };
  }, [language]);
  return locale;
};
