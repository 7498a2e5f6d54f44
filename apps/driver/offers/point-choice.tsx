import { useEffect, useState } from 'react';
import type { DriverPointOffer } from '#domains/driver/resources.ts';
import { callDriver } from '../calls.ts';
import { moneyText } from '../format.ts';
import type { FigureStyle } from '../format.ts';
import { languages } from '../language.ts';
import { useSay } from '../say.tsx';

interface OfferQuery {
  readonly api: string;
  readonly amountCents: number;
  /** What the wallet of the driver can spend; null without a wallet. */
  readonly walletCents: number | null;
}

export interface PointChoice {
  /** What points would pay; undefined where they cannot be used. */
  readonly offer: DriverPointOffer | undefined;
  readonly isUsed: boolean;
  readonly use: (isUsed: boolean) => void;
}

/** The points for an order of this amount, which the wallet pays with them. They are not used until the driver says so. */
export const usePointChoice = ({ api, amountCents, walletCents }: OfferQuery): PointChoice => {
  const { language } = useSay();
  const [answer, setAnswer] = useState<{ readonly amountCents: number; readonly offer: DriverPointOffer }>();
  const [wish, use] = useState(false);
  const hasWallet = walletCents !== null;
  useEffect(() => {
    if (!hasWallet || amountCents === 0) return undefined;
    let isCurrent = true;
    void callDriver<{ offer: DriverPointOffer | null }>(`${api}/me/points/offer?amountCents=${amountCents}`, { language: languages[language] }).then(
      (result) => isCurrent && setAnswer(result.ok && result.value.offer ? { amountCents, offer: result.value.offer } : undefined),
    );
    return () => {
      isCurrent = false;
    };
  }, [api, amountCents, hasWallet, language]);
  const offer = answer?.amountCents === amountCents ? answer.offer : undefined;
  const isEnough = offer !== undefined && walletCents !== null && walletCents >= amountCents - offer.sureCents;
  return { offer: isEnough ? offer : undefined, isUsed: isEnough && wish, use };
};

interface PointBoxProps extends PointChoice {
  readonly style: FigureStyle;
}

/** Whether points pay a part of the charge. */
export const PointBox = ({ offer, isUsed, use, style }: PointBoxProps) => {
  const { say } = useSay();
  if (!offer) return null;
  return (
    <fieldset className="card">
      <legend>{say('points')}</legend>
      <div className="choices wide">
        <label>
          <input type="checkbox" name="points" checked={isUsed} onChange={(event) => use(event.currentTarget.checked)} />
          <span>
            {say('pointsUse', { n: offer.points })}
            <span className="soft">
              {' · −'}
              {moneyText(offer.creditCents, style)}
            </span>
          </span>
        </label>
      </div>
    </fieldset>
  );
};
