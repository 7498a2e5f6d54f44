import { useEffect, useState } from 'react';
import type { DriverCouponChoice } from '#domains/driver/resources.ts';
import { callDriver } from '../calls.ts';
import { moneyText } from '../format.ts';
import { languages } from '../language.ts';
import { useSay } from '../say.tsx';
import { couponText } from './coupon-text.ts';

/** The choice of keeping the coupons. */
const NONE = 'none';

export interface CouponChoices {
  readonly choices: readonly DriverCouponChoice[];
  /** A receipt, or `none`; undefined where there is nothing to choose. */
  readonly chosen: string | undefined;
  readonly choose: (choice: string) => void;
  /** What the chosen coupon takes off a payment in advance; it is not paid at all. */
  readonly unpaidCents: number;
}

interface ChoiceQuery {
  readonly api: string;
  readonly amountCents: number;
  /** Null: nobody has signed in, who could have coupons. */
  readonly walletCents: number | null;
  /** The order is paid in advance; otherwise from the wallet. */
  readonly isPrepaid: boolean;
  /** Changes when a coupon was received. */
  readonly received: number;
}

/** The coupons for an order of this amount. The best one is chosen until the driver chooses another, or none. */
export const useCouponChoices = ({ api, amountCents, walletCents, isPrepaid, received }: ChoiceQuery): CouponChoices => {
  const isOffered = walletCents !== null;
  const { language } = useSay();
  const [choices, setChoices] = useState<readonly DriverCouponChoice[]>([]);
  const [wish, choose] = useState<string>();
  useEffect(() => {
    if (!isOffered || amountCents === 0) return undefined;
    let isCurrent = true;
    void callDriver<{ choices: readonly DriverCouponChoice[] }>(`${api}/me/coupons/choices?amountCents=${amountCents}&prepaid=${isPrepaid ? 1 : 0}`, {
      language: languages[language],
    }).then((result) => isCurrent && setChoices(result.ok ? result.value.choices : []));
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a received coupon is another choice
  }, [api, amountCents, isOffered, isPrepaid, language, received]);
  if (!isOffered || choices.length === 0) return { choices: [], chosen: undefined, choose, unpaidCents: 0 };
  const isKnown = wish === NONE || choices.some(({ receiveId }) => receiveId === wish);
  const chosen = isKnown ? wish : (choices.find(({ isBest }) => isBest)?.receiveId ?? NONE);
  const creditCents = choices.find(({ receiveId }) => receiveId === chosen)?.creditCents ?? 0;
  return { choices, chosen, choose, unpaidCents: isPrepaid ? creditCents : 0 };
};

interface CouponChoiceProps extends CouponChoices {
  readonly currency: string;
  readonly digits: number;
}

/** Which coupon the order uses; it can be changed or left out before the start. */
export const CouponChoice = ({ choices, chosen, choose, currency, digits }: Omit<CouponChoiceProps, 'unpaidCents'>) => {
  const { say, language } = useSay();
  if (chosen === undefined) return null;
  return (
    <fieldset className="card">
      <legend>{say('coupon')}</legend>
      <div className="choices wide">
        {choices.map((choice) => (
          <label key={choice.receiveId}>
            <input type="radio" name="coupon" checked={choice.receiveId === chosen} onChange={() => choose(choice.receiveId)} />
            <span>
              {choice.name}
              <span className="soft">
                {' · '}
                {couponText(say, language, choice)}
                {choice.creditCents > 0 && ` · −${moneyText(choice.creditCents, { language, currency, digits })}`}
                {choice.isBest && ` · ${say('couponBest')}`}
              </span>
            </span>
          </label>
        ))}
        <label>
          <input type="radio" name="coupon" checked={chosen === NONE} onChange={() => choose(NONE)} />
          {say('couponNone')}
        </label>
      </div>
    </fieldset>
  );
};
