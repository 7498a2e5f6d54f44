import { useEffect, useRef, useState } from 'react';
import type { DriverClientAction, DriverOrderMade, DriverPayWay } from '#domains/driver/resources.ts';
import { AccountPage } from './account/account-page.tsx';
import { GunPage } from './gun/gun-page.tsx';
import { isLanguage, languages } from './language.ts';
import type { Language } from './language.ts';
import { keepOrder } from './order/kept-order.ts';
import { OrderPage } from './order/order-page.tsx';
import { openWallet } from './order/paying.tsx';
import type { PageStart } from './rendering.ts';
import { SpeechProvider } from './say.tsx';
import { loadWords } from './words/words.ts';
import type { PageWords } from './words/words.ts';

/** The only thing that stays in the browser. */
const LANGUAGE_KEY = 'driver language';

interface AppProps {
  readonly start: PageStart;
  readonly words: PageWords;
}

interface OpenedOrder {
  readonly orderNo: string;
  readonly action: DriverClientAction;
}

export const App = ({ start, words }: AppProps) => {
  const { page, nowMs } = start;
  const { speech, choose } = useLanguage(start, words);
  const [opened, setOpened] = useState<OpenedOrder>();
  const place = { api: start.api, host: start.host, onLanguage: choose };
  const open = ({ orderNo, clientAction, link }: DriverOrderMade, ways: readonly DriverPayWay[]): void => {
    if (page.kind === 'gun') keepOrder(orderNo, { link, label: page.label, gunNo: page.gunNo, ways });
    window.history.pushState(null, '', `/o/${encodeURIComponent(orderNo)}`);
    setOpened({ orderNo, action: clientAction });
    if (clientAction.type === 'redirect' && clientAction.data['url'] !== undefined) openWallet(orderNo, clientAction.data['url']);
  };
  // The address has changed without a new document, so going back loads the page of the gun.
  useEffect(() => {
    const reload = (): void => window.location.reload();
    window.addEventListener('popstate', reload);
    return () => window.removeEventListener('popstate', reload);
  }, []);
  return (
    <SpeechProvider speech={speech}>
      {opened ? (
        <OrderPage place={place} orderNo={opened.orderNo} action={opened.action} />
      ) : page.kind === 'order' ? (
        <OrderPage place={place} orderNo={page.orderNo} action={undefined} />
      ) : page.kind === 'account' ? (
        <AccountPage place={place} />
      ) : (
        <GunPage place={place} start={page} nowMs={nowMs} onOrdered={open} />
      )}
    </SpeechProvider>
  );
};

/** The language of the server until the page is there, then the one that was chosen before. A change keeps the step. */
const useLanguage = (start: PageStart, first: PageWords) => {
  const [speech, setSpeech] = useState({ language: start.language, words: first });
  const wanted = useRef(start.language);
  const choose = (language: Language): void => {
    localStorage.setItem(LANGUAGE_KEY, language);
    void show(language);
  };
  const show = async (language: Language): Promise<void> => {
    wanted.current = language;
    // Without a network the page stays in the language it has; another press tries again.
    const words = await loadWords(language).catch(() => undefined);
    // Of two presses the later counts, whichever texts arrive first.
    if (!words || wanted.current !== language) return;
    document.documentElement.lang = languages[language];
    setSpeech({ language, words });
  };
  useEffect(() => {
    const chosen = new URLSearchParams(window.location.search).get('lang') ?? localStorage.getItem(LANGUAGE_KEY);
    if (isLanguage(chosen) && chosen !== start.language) void show(chosen);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the page is there
  }, []);
  return { speech, choose };
};
