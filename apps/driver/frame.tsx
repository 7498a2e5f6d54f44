import { useState } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { isLanguage } from './language.ts';
import type { Language } from './language.ts';
import { ReportDialog } from './report.tsx';
import type { ReportedGun } from './report.tsx';
import { useSay } from './say.tsx';

const NAMES: Readonly<Record<Language, readonly [short: string, name: string, tag: string]>> = {
  zh_CN: ['简', '简体中文', 'zh-CN'],
  zh_TW: ['繁', '繁體中文', 'zh-TW'],
  en_US: ['EN', 'English', 'en'],
};

/** What a page needs to know where its driver stands; the report of a problem names it. */
export interface FrameFacts {
  readonly api: string;
  readonly host: string;
  readonly tel: string | null;
  /** Undefined where a report cannot name a gun. */
  readonly gun: ReportedGun | undefined;
  readonly onLanguage: (language: Language) => void;
  /** The page of the account has no link to itself. */
  readonly isAccount?: boolean;
}

/** Host, languages and help, in the same places on each page. */
export const Frame = ({ place, children }: { readonly place: FrameFacts; readonly children: ReactNode }) => {
  const { say } = useSay();
  const [isReporting, setReporting] = useState(false);
  const { tel, gun } = place;
  return (
    <div className="page">
      <header>
        <p className="host">{say('host', { host: place.host })}</p>
        <Languages onLanguage={place.onLanguage} />
      </header>
      <main>{children}</main>
      <footer>
        {place.isAccount !== true && <a href="/me">{say('account')}</a>}
        {tel !== null && <a href={`tel:${tel.replaceAll(/[^\d+]/gu, '')}`}>{say('call', { tel })}</a>}
        {gun && (
          <button type="button" className="plain" onClick={() => setReporting(true)}>
            {say('report')}
          </button>
        )}
      </footer>
      {gun && isReporting && <ReportDialog api={place.api} gun={gun} onClose={() => setReporting(false)} />}
    </div>
  );
};

/** Links, so that they work without script too. */
const Languages = ({ onLanguage }: Pick<FrameFacts, 'onLanguage'>) => {
  const { language, say } = useSay();
  const choose = (event: MouseEvent, chosen: string) => {
    if (!isLanguage(chosen)) return;
    event.preventDefault();
    onLanguage(chosen);
  };
  return (
    <nav aria-label={say('language')}>
      {Object.entries(NAMES).map(([key, [short, name, tag]]) => (
        <a
          key={key}
          href={`?lang=${key}`}
          lang={tag}
          aria-label={name.includes(short) ? name : `${short} ${name}`}
          aria-current={key === language ? 'true' : undefined}
          onClick={(event) => choose(event, key)}
        >
          {short}
        </a>
      ))}
    </nav>
  );
};
