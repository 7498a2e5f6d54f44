import { useCallback, useEffect, useRef, useState } from 'react';
import type { DriverCards, DriverOfferedCard, DriverOwnCard } from '#domains/driver/resources.ts';
import { callDriver, newKey } from '../calls.ts';
import { dayText, energyText, moneyText } from '../format.ts';
import { languages } from '../language.ts';
import { useSay } from '../say.tsx';
import type { PageWord } from '../words/words.ts';
import { cardPlaces, cardText } from './card-text.ts';

interface MyCardsProps {
  readonly api: string;
  /** The wallet has paid for a card. */
  readonly onBought: () => void;
}

/** The privilege cards of the account, and those that it can buy; nothing is drawn where there are none. */
export const MyCards = ({ api, onBought }: MyCardsProps) => {
  const { say } = useSay();
  const [cards, setCards] = useState<DriverCards>();
  const read = useCallback(async (): Promise<void> => {
    const result = await callDriver<DriverCards>(`${api}/me/cards`, { language: document.documentElement.lang });
    if (result.ok) setCards(result.value);
  }, [api]);
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- it sets state after the answer
    void read();
  }, [read]);
  // A card of which the driver has as many as one may have stands among the own ones.
  const offered = (cards?.offered ?? []).filter(({ state }) => state !== 'taken');
  if (!cards || cards.own.length + offered.length === 0) return null;
  const done = async (): Promise<void> => {
    onBought();
    await read();
  };
  return (
    <section className="card stack" aria-labelledby="cards-title">
      <h2 id="cards-title">{say('myCards')}</h2>
      {cards.own.map((card) => (
        <OwnCard key={card.holdId} card={card} />
      ))}
      {offered.map((card) => (
        <OfferedCard key={card.cardId} api={api} card={card} availableCents={cards.availableCents} onDone={done} />
      ))}
    </section>
  );
};

const OVER_WORDS = { usedUp: 'cardUsedUp', expired: 'couponExpired', ended: 'cardEnded' } as const satisfies Readonly<
  Record<Exclude<DriverOwnCard['state'], 'active' | 'waiting'>, PageWord>
>;

const OwnCard = ({ card }: { readonly card: DriverOwnCard }) => {
  const { say, language } = useSay();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const { state, savedCents, usedWh, quotaWh, timesUsed, timesLimit } = card;
  const used = [
    ...(quotaWh === null ? [] : [`${energyText(usedWh, language)} / ${energyText(quotaWh, language)}`]),
    ...(timesLimit === null ? [] : [`${timesUsed} / ${timesLimit}`]),
    ...(savedCents === 0 ? [] : [say('cardSaved', { amount: moneyText(savedCents, { language, ...card }) })]),
  ];
  return (
    <div className="offer-coupon">
      <span>
        <strong>{card.names[language]}</strong>
        <span className="soft">{cardText(say, language, card)}</span>
        <span className="soft">
          {cardPlaces(say, card)}
          {' · '}
          {state === 'waiting'
            ? say('cardWaiting', { day: dayText(card.from, timeZone) })
            : say('offerUntil', { day: dayText(card.until, timeZone) })}
        </span>
        {used.length > 0 && <span>{used.join(' · ')}</span>}
      </span>
      {state !== 'active' && state !== 'waiting' && <span className="chip">{say(OVER_WORDS[state])}</span>}
    </div>
  );
};

interface OfferedProps {
  readonly api: string;
  readonly card: DriverOfferedCard;
  readonly availableCents: number;
  readonly onDone: () => Promise<void>;
}

const CLOSED_WORDS = { taken: 'couponTaken', gone: 'couponGone', vip: 'cardVip' } as const satisfies Readonly<
  Record<Exclude<DriverOfferedCard['state'], 'open'>, PageWord>
>;

const OfferedCard = ({ api, card, availableCents, onDone }: OfferedProps) => {
  const { say, language } = useSay();
  const sheet = useRef<HTMLDialogElement>(null);
  const { buy, problem } = useBuying({ api, card, onDone });
  const amount = moneyText(card.priceCents, { language, ...card });
  const isShort = availableCents < card.priceCents;
  return (
    <>
      <div className="offer-coupon">
        <span>
          <strong>{card.names[language]}</strong>
          <span className="soft">{cardText(say, language, card)}</span>
          <span className="soft">
            {say('cardDays', { n: card.validDays })} · {cardPlaces(say, card)}
            {card.left !== null && card.state === 'open' && ` · ${say('couponLeft', { n: card.left })}`}
          </span>
          {problem && (
            <span className="notice bad" role="alert">
              {say(problem)}
            </span>
          )}
        </span>
        {card.state === 'open' ? (
          <button type="button" onClick={() => sheet.current?.showModal()}>
            {say('cardBuy', { amount })}
          </button>
        ) : (
          <span className="chip">{say(CLOSED_WORDS[card.state])}</span>
        )}
      </div>
      <dialog ref={sheet} aria-labelledby={`buy-card-${card.cardId}`}>
        <div className="stack">
          <h2 id={`buy-card-${card.cardId}`}>{say('cardAsk', { name: card.names[language], amount })}</h2>
          <p>{say(isShort ? 'cardShort' : 'cardHow')}</p>
          {!isShort && (
            <button
              type="button"
              className="main"
              onClick={() => {
                sheet.current?.close();
                void buy();
              }}
            >
              {say('cardBuy', { amount })}
            </button>
          )}
          <button type="button" onClick={() => sheet.current?.close()}>
            {say('close')}
          </button>
        </div>
      </dialog>
    </>
  );
};

/** Buys once for each press; a repetition after a lost answer gets the same card. */
const useBuying = ({ api, card, onDone }: Pick<OfferedProps, 'api' | 'card' | 'onDone'>) => {
  const { language } = useSay();
  const [problem, setProblem] = useState<'noNetwork' | 'cardShort' | 'cardFailed'>();
  const key = useRef<string>(undefined);
  const buy = async (): Promise<void> => {
    setProblem(undefined);
    key.current ??= newKey();
    const body = { cardId: card.cardId, priceCents: card.priceCents };
    const result = await callDriver(`${api}/me/cards`, { body, key: key.current, language: languages[language] });
    if (!result.ok && result.httpStatus === null) return setProblem('noNetwork');
    key.current = undefined;
    if (!result.ok) setProblem(result.code === 'ledger.insufficient' ? 'cardShort' : 'cardFailed');
    await onDone();
  };
  return { buy, problem };
};
