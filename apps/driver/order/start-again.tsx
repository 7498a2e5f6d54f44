import { useState } from 'react';
import type { DriverOrderView } from '#domains/driver/resources.ts';
import { moneyText } from '../format.ts';
import { useSay } from '../say.tsx';
import { factsOf } from '../texts.ts';
import type { FollowedOrder } from './use-order.ts';

/** A start that failed at the cable: the driver plugs in again and retries, or takes the money back. */
export const StartAgain = ({ view, order }: { readonly view: DriverOrderView; readonly order: FollowedOrder }) => {
  const { say, language } = useSay();
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const act = async (what: 'start' | 'cancel'): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailed(!(await order.act(what)));
    setBusy(false);
  };
  return (
    <div className="stack">
      {hasFailed && (
        <p className="notice bad" role="alert">
          {say('plugAndRetry')}
        </p>
      )}
      <button type="button" className="main" aria-disabled={isBusy} onClick={() => void act('start')}>
        {say('startAgain')}
      </button>
      <button type="button" aria-disabled={isBusy} onClick={() => void act('cancel')}>
        {say('takeBack', { amount: moneyText(view.paidCents, factsOf(view, language)) })}
      </button>
    </div>
  );
};
