import { useCallback, useEffect, useRef, useState } from 'react';
import type { DriverCards, DriverOfferedCard, DriverOwnCard, DriverRechargeMade } from '#domains/driver/resources.ts';
import { OpenPayment, useOpenPayment, WayChoice } from '../account/open-payment.tsx';
import type { EndedPayment, PayWayOrWallet } from '../account/open-payment.tsx';
import { callDriver, newKey } from '../calls.ts';
import type { CallResult } from '../calls.ts';
import { dayText, energyText, moneyText } from '../format.ts';
import { surroundingsOf, waysHere } from '../gun/ways.ts';
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
  const { open, begin, leave } = useOpenPayment('card-payment');
  const [ended, setEnded] = useState<EndedPayment>();
  // A card of which the driver has as many as one may have stands among the own ones.
  const offered = (cards?.offered ?? []).filter(({ state }) => state !== 'taken');
  if (!cards || (cards.own.length + offered.length === 0 && !open)) return null;
  const done = async (): Promise<void> => {
    onBought();
    await read();
  };
  return (
    <section className="card stack" aria-labelledby="cards-title">
      <h2 id="cards-title">{say('myCards')}</h2>
      {ended && <output className={`notice ${ended.card === 'bought' ? 'good' : ''}`}>{say(endWord(ended))}</output>}
      {open && (
        <OpenPayment
          api={api}
          open={open}
          onDone={(told) => {
            leave();
            setEnded(told);
            void done();
          }}
          onLeft={leave}
        />
      )}
      {cards.own.map((card) => (
        <OwnCard key={card.holdId} card={card} />
      ))}
      {offered.map((card) => (
        <OfferedCard
          key={card.cardId}
          api={api}
          card={card}
          cards={cards}
          onDone={done}
          onAsked={(made) => {
            setEnded(undefined);
            begin(made);
          }}
        />
      ))}
    </section>
  );
};

const endWord = ({ state, card }: EndedPayment): PageWord => {
  if (state === 'paid') return card === 'bought' ? 'cardNow' : 'cardLate';
  return state === 'closed' ? 'notPaid' : 'rechargeReview';
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
  readonly cards: Pick<DriverCards, 'availableCents' | 'ways'>;
  readonly onDone: () => Promise<void>;
  /** A provider was asked for the money. */
  readonly onAsked: (made: DriverRechargeMade) => void;
}

const CLOSED_WORDS = { taken: 'couponTaken', gone: 'couponGone', vip: 'cardVip' } as const satisfies Readonly<
  Record<Exclude<DriverOfferedCard['state'], 'open'>, PageWord>
>;

const OfferedCard = ({ api, card, cards, onDone, onAsked }: OfferedProps) => {
  const { say, language } = useSay();
  const sheet = useRef<HTMLDialogElement>(null);
  const { buy, problem } = useBuying({ api, card, onDone, onAsked });
  const amount = moneyText(card.priceCents, { language, ...card });
  const [others] = useState(() => waysHere(cards.ways, surroundingsOf(navigator.userAgent)));
  const ways: readonly PayWayOrWallet[] = cards.availableCents >= card.priceCents ? ['wallet', ...others] : others;
  const [chosen, choose] = useState<PayWayOrWallet>();
  const way = chosen !== undefined && ways.includes(chosen) ? chosen : ways[0];
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
          <p>{say(way === undefined ? 'cardShort' : 'cardHow')}</p>
          {way !== undefined && (
            <>
              <WayChoice name={`way-${card.cardId}`} ways={ways} way={way} onChange={choose} />
              <button
                type="button"
                className="main"
                onClick={() => {
                  sheet.current?.close();
                  void buy(way);
                }}
              >
                {say('cardBuy', { amount })}
              </button>
            </>
          )}
          <button type="button" onClick={() => sheet.current?.close()}>
            {say('close')}
          </button>
        </div>
      </dialog>
    </>
  );
};

/** Buys once for each press; a repetition after a lost answer gets the same card, or the same payment. */
const useBuying = ({ api, card, onDone, onAsked }: Omit<OfferedProps, 'cards'>) => {
  const { language } = useSay();
  const [problem, setProblem] = useState<'noNetwork' | 'cardShort' | 'cardFailed'>();
  const key = useRef<string>(undefined);
  const finish = async (result: CallResult<object>, next: () => Promise<void> | void): Promise<void> => {
    if (!result.ok && result.httpStatus === null) return setProblem('noNetwork');
    key.current = undefined;
    if (!result.ok) setProblem(result.code === 'ledger.insufficient' ? 'cardShort' : 'cardFailed');
    await next();
  };
  const buy = async (way: PayWayOrWallet): Promise<void> => {
    setProblem(undefined);
    key.current ??= newKey();
    const body = { cardId: card.cardId, priceCents: card.priceCents };
    const press = { key: `${key.current}-${way}`, language: languages[language] };
    if (way === 'wallet') return finish(await callDriver<object>(`${api}/me/cards`, { ...press, body }), onDone);
    const asked = await callDriver<DriverRechargeMade>(`${api}/me/cards/payments`, { ...press, body: { ...body, pay: way } });
    return finish(asked, asked.ok ? () => onAsked(asked.value) : onDone);
  };
  return { buy, problem };
};
