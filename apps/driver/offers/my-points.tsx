import { useEffect, useState } from 'react';
import type { DriverPointEntry, DriverPoints } from '#domains/driver/resources.ts';
import { callDriver } from '../calls.ts';
import { dayText, moneyText } from '../format.ts';
import { languages } from '../language.ts';
import { useSay } from '../say.tsx';
import type { PageWord } from '../words/words.ts';

const KIND_WORDS = {
  earned: 'pointEarned',
  spent: 'pointSpent',
  expired: 'pointExpired',
  given: 'pointGiven',
  taken: 'pointTaken',
  givenBack: 'pointGivenBack',
  clawedBack: 'pointClawedBack',
} as const satisfies Readonly<Record<DriverPointEntry['kind'], PageWord>>;

/** The points of the account and their ledger; nothing is drawn for an account without any. */
export const MyPoints = ({ api }: { readonly api: string }) => {
  const { language } = useSay();
  const [accounts, setAccounts] = useState<readonly DriverPoints[]>([]);
  useEffect(() => {
    void callDriver<{ accounts: readonly DriverPoints[] }>(`${api}/me/points`, { language: languages[language] }).then(
      (result) => result.ok && setAccounts(result.value.accounts),
    );
  }, [api, language]);
  return (
    <>
      {accounts.map((account) => (
        <Account key={account.programName + (account.agentName ?? '')} account={account} />
      ))}
    </>
  );
};

const Account = ({ account }: { readonly account: DriverPoints }) => {
  const { say, language } = useSay();
  const { balance, locked, debt, worthCents, waitingPoints, activeAt, expiringPoints, expiringAt, entries } = account;
  const style = { language, currency: account.currency, digits: account.digits };
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <section className="card" aria-label={say('points')}>
      <h2>
        {account.programName}
        {account.agentName !== null && <span className="soft"> · {account.agentName}</span>}
      </h2>
      <p className="big" data-points={balance}>
        {say('pointsHave', { n: balance })}
      </p>
      <p className="soft">
        {say('pointsWorth', { amount: moneyText(worthCents, style) })}
        {locked > 0 && ` · ${say('pointsLocked', { n: locked })}`}
      </p>
      {activeAt !== null && <p className="soft">{say('pointsWaiting', { n: waitingPoints, day: dayText(activeAt, timeZone) })}</p>}
      {expiringPoints > 0 && expiringAt !== null && (
        <p className="notice">{say('pointsExpiring', { n: expiringPoints, day: dayText(expiringAt, timeZone) })}</p>
      )}
      {debt > 0 && <p className="notice">{say('pointsOwed', { n: debt })}</p>}
      {entries.length > 0 && (
        <details>
          <summary>{say('pointsLedger')}</summary>
          <dl className="rows">
            {entries.map(({ kind, points, at }, index) => (
              <div key={`${at} ${entries.length - index}`}>
                <dt>
                  {say(KIND_WORDS[kind])}
                  <br />
                  <span className="soft">{dayText(at, timeZone)}</span>
                </dt>
                <dd>{points > 0 ? `+${points}` : `−${-points}`}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  );
};
