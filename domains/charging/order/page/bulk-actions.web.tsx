import { useState } from 'react';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { useSay } from '#kit/web/language.ts';
import { late } from '#kit/web/code-loading/lazy-component.tsx';
import type { BulkAsk } from '#kit/web/list/actions/bulk-action.ts';
import { chargingOrderApi } from '../order-api.ts';
import { pageWords } from '../order-page.labels.ts';
import { chargingOrder } from '../order.ts';

const BulkDialog = late(() => import('#kit/web/list/actions/bulk-dialog.tsx').then((dialog) => dialog.BulkDialog));
const EndManyDialog = late(() => import('./dialogs/end-many-dialog.web.tsx').then((dialog) => dialog.EndManyDialog));

/** Says which rows stay ticked; all are let go when nothing is said. */
export type BulkDone = (ticked?: readonly string[]) => void;

interface OrderBatchProps {
  readonly ids: readonly string[];
  readonly done: BulkDone;
}

/** Stops or ends several orders at once, for example after many piles have gone offline. */
export const OrderBatch = ({ ids, done }: OrderBatchProps) => {
  const say = useSay();
  const [asked, setAsked] = useState<BulkAsk | 'end'>();
  const facts = { ids, danger: true };
  const end = (reason: string) => {
    const label = say(pageWords.manualEnd);
    setAsked({ ...facts, title: label, label, verb: 'manualEnd', shared: { reason, askSecond: 0 } });
  };
  const close = (ticked?: readonly string[]) => {
    setAsked(undefined);
    if (ticked) done(ticked);
  };
  return (
    <>
      <ActButton
        danger
        allow={chargingOrderApi.remoteStop.allow}
        onClick={() => setAsked({ ...facts, title: say(pageWords.stop), label: say(pageWords.stop), verb: 'remoteStop' })}
      >
        {say(pageWords.stop)}
      </ActButton>
      <ActButton allow={chargingOrderApi.manualEnd.allow} onClick={() => setAsked('end')}>
        {say(pageWords.manualEnd)}
      </ActButton>
      {asked === 'end' && <EndManyDialog count={ids.length} onReason={end} onClose={() => close()} />}
      {asked !== undefined && asked !== 'end' && <BulkDialog noun={chargingOrder} ask={asked} onClose={close} />}
    </>
  );
};
