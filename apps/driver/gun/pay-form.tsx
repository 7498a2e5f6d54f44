import { useRef, useState } from 'react';
import type { DriverGunView, DriverOrderMade, DriverPayWay } from '#domains/driver/resources.ts';
import { callDriver, newKey } from '../calls.ts';
import type { CallFailure } from '../calls.ts';
import { moneyText } from '../format.ts';
import type { FigureStyle } from '../format.ts';
import { languages } from '../language.ts';
import { useSay } from '../say.tsx';
import type { Say } from '../say.tsx';
import { CouponChoice, useCouponChoices } from '../offers/coupon-choice.tsx';
import { PointBox, usePointChoice } from '../offers/point-choice.tsx';
import { isByCode, wayWords } from './ways.ts';

interface PayFormProps {
  readonly api: string;
  readonly view: DriverGunView;
  readonly price: NonNullable<DriverGunView['price']>;
  readonly ways: readonly DriverPayWay[];
  /** What the wallet of the signed-in driver can spend; null without one. */
  readonly walletCents: number | null;
  readonly refresh: () => Promise<DriverGunView | undefined>;
  /** Begins the visit again, when the browser has lost it. */
  readonly begin: () => Promise<boolean>;
  readonly onOrdered: (made: DriverOrderMade, ways: readonly DriverPayWay[]) => void;
  /** Changes when a coupon was received on this page. */
  readonly received: number;
}

/** The amounts, the ways of paying, and the button. What is wrong now stands above it. */
export const PayForm = (props: PayFormProps) => {
  const { say, language } = useSay();
  const { view, price, walletCents } = props;
  const style = { language, currency: price.currency, digits: price.digits };
  const { amountsCents } = view.pay;
  const [chosenAmount, setAmount] = useState<number>();
  const [chosenWay, setWay] = useState<OrderWay>();
  const amount =
    chosenAmount !== undefined && amountsCents.includes(chosenAmount) ? chosenAmount : (amountsCents[Math.min(1, amountsCents.length - 1)] ?? 0);
  // The wallet comes first where it has enough: nothing has to be paid and sent back.
  const points = usePointChoice({ api: props.api, amountCents: amount, walletCents });
  const isWalletEnough = walletCents !== null && (walletCents >= amount || points.isUsed);
  const ways: readonly OrderWay[] = isWalletEnough ? ['wallet', ...props.ways] : props.ways;
  const way = points.isUsed ? 'wallet' : chosenWay !== undefined && ways.includes(chosenWay) ? chosenWay : ways[0];
  const { order, isSending, problem } = useOrdering(props);
  const coupons = useCouponChoices({ ...props, amountCents: amount, isPrepaid: way !== 'wallet' });
  if (way === undefined || amount === 0) return <p className="notice">{say('noChannel')}</p>;
  const canPay = view.step === 'gun' && view.gun.use === 'plugged' && view.code === null;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!canPay) return;
        const coupon = coupons.chosen !== undefined && { coupon: coupons.chosen };
        void order({ amountCents: amount, pay: way, ...coupon, ...(points.isUsed && { points: 1 }) });
      }}
    >
      <AmountChoices amountsCents={amountsCents} amount={amount} onChoose={setAmount} textOf={(cents) => moneyText(cents, style)} />
      <WayChoice
        ways={ways}
        way={way}
        walletCents={walletCents}
        style={style}
        choose={(chosen) => {
          setWay(chosen);
          // Points are used together with the wallet alone.
          if (chosen !== 'wallet') points.use(false);
        }}
      />
      <PointBox {...points} style={style} />
      <CouponChoice {...coupons} currency={price.currency} digits={price.digits} />
      <div className="sticky">
        {problem && (
          <p className="notice bad" role="alert">
            {wordsOf(problem, say)}
          </p>
        )}
        <button type="submit" className="main" aria-disabled={!canPay || isSending} aria-describedby={canPay ? undefined : 'why-not'}>
          {isSending
            ? say('paying')
            : say(way === 'wallet' ? 'startFromWallet' : 'payAndStart', { amount: moneyText(amount - coupons.unpaidCents, style) })}
        </button>
        <p className="soft" id="why-not">
          {canPay
            ? say(way === 'wallet' ? 'termsWallet' : 'terms')
            : view.code === null
              ? say('leftPlugged')
              : say(view.code, { n: view.otherGunNo ?? '' })}
        </p>
      </div>
    </form>
  );
};

interface AmountChoicesProps {
  readonly amountsCents: readonly number[];
  readonly amount: number;
  readonly onChoose: (cents: number) => void;
  readonly textOf: (cents: number) => string;
}

const AmountChoices = ({ amountsCents, amount, onChoose, textOf }: AmountChoicesProps) => {
  const { say } = useSay();
  return (
    <fieldset className="card">
      <legend>{say('amount')}</legend>
      <div className="choices">
        {amountsCents.map((cents) => (
          <label key={cents}>
            <input type="radio" name="amount" checked={cents === amount} onChange={() => onChoose(cents)} />
            {textOf(cents)}
          </label>
        ))}
      </div>
    </fieldset>
  );
};

type OrderWay = DriverPayWay | 'wallet';

interface WayChoiceProps {
  readonly ways: readonly OrderWay[];
  readonly way: OrderWay;
  readonly walletCents: number | null;
  readonly style: FigureStyle;
  readonly choose: (way: OrderWay) => void;
}

const WayChoice = ({ ways, way, walletCents, style, choose }: WayChoiceProps) => {
  const { say } = useSay();
  return (
    <fieldset className="card">
      <legend>{say('payWith')}</legend>
      <div className="choices wide">
        {ways.map((each) => (
          <label key={each}>
            <input type="radio" name="way" checked={each === way} onChange={() => choose(each)} />
            <span>
              {say(each === 'wallet' ? 'wallet' : wayWords[each])}
              {each === 'wallet' && <span className="soft"> · {moneyText(walletCents ?? 0, style)}</span>}
              {each !== 'wallet' && isByCode(each) && <span className="soft"> · {say('qr')}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
};

interface OrderWish {
  readonly amountCents: number;
  readonly pay: OrderWay;
  readonly coupon?: string;
  /** 1: points pay as much as they can. */
  readonly points?: 1;
}

/** Orders once for each press: a repetition of the same wish after a lost answer finds the order that was made. */
const useOrdering = ({ api, view, price, refresh, begin, onOrdered }: PayFormProps) => {
  const { language } = useSay();
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<CallFailure>();
  const press = useRef<{ readonly wish: string; readonly key: string }>(undefined);
  const send = (body: OrderWish & { readonly quoteId: string }) => {
    const wish = JSON.stringify(body);
    if (press.current?.wish !== wish) press.current = { wish, key: newKey() };
    return callDriver<DriverOrderMade>(`${api}/orders`, { body, key: press.current.key, language: languages[language] });
  };
  const order = async (wish: OrderWish): Promise<void> => {
    if (isSending) return;
    setSending(true);
    setProblem(undefined);
    const body = { quoteId: price.quoteId, ...wish };
    let result = await send(body);
    if (!result.ok && result.httpStatus === 401 && (await begin())) result = await send(body);
    setSending(false);
    if (result.ok) return onOrdered(result.value, view.pay.ways);
    // Whatever was answered, the same press is over; only silence may be repeated with its key.
    if (result.httpStatus !== null) press.current = undefined;
    if (result.orderNo !== null) return window.location.assign(`/o/${encodeURIComponent(result.orderNo)}`);
    setProblem(result);
    await refresh();
  };
  return { order, isSending, problem };
};

const wordsOf = ({ code, httpStatus, retryAfterS }: CallFailure, say: Say): string => {
  if (httpStatus === null) return say('noNetwork');
  if (httpStatus === 429) return say('tooMany', { s: retryAfterS });
  // A person who has signed in charges one car at a time.
  if (code === 'account.charging' || code === 'driver.chargingAlready') return say('chargingAlready');
  if (code === 'driver.walletShort') return say('walletShort');
  if (code.startsWith('coupon.')) return say('couponGone');
  if (code === 'points.notUsable') return say('pointsGone');
  if (code === 'driver.gunBusy') return say('gunBusy');
  if (code === 'driver.notPlugged') return say('plugFirst');
  return say(code === 'driver.quoteExpired' ? 'quoteExpired' : 'failed');
};
