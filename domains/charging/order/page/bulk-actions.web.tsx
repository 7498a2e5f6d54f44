import { useState } from 'react';
import { loadAskInvoice } from '#domains/money/web.ts';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { useSay } from '#kit/web/language.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import type { BulkRequest } from '#kit/web/list/actions/bulk-action.ts';
import { chargingOrderApi } from '../order-api.ts';
import { pageWords } from '../order-page.labels.ts';
import { chargingOrder } from '../order.ts';

const BulkDialog = lazyComponent(() => import('#kit/web/list/actions/bulk-dialog.tsx').then((dialog) => dialog.BulkDialog));
const EndManyDialog = lazyComponent(() => import('./dialogs/end-many-dialog.web.tsx').then((dialog) => dialog.EndManyDialog));

const AskInvoiceButton = lazyComponent(loadAskInvoice);

/** Called with the rows that stay selected; without them the selection is cleared. */
export type BulkDone = (selected?: readonly string[]) => void;

interface OrderBatchProps {
  readonly ids: readonly string[];
  readonly done: BulkDone;
}

/** Stops or ends several orders at once, for example after many piles have gone offline, and asks for an invoice over several. */
export const OrderBatch = ({ ids, done }: OrderBatchProps) => {
  const say = useSay();
  const [dialog, setDialog] = useState<BulkRequest | 'end'>();
  const facts = { ids, danger: true };
  const end = (reason: string) => {
    const label = say(pageWords.manualEnd);
    setDialog({ ...facts, title: label, label, verb: 'manualEnd', shared: { reason, askSecond: 0 } });
  };
  const close = (selected?: readonly string[]) => {
    setDialog(undefined);
    if (selected) done(selected);
  };
  return (
    <>
      <ActButton
        danger
        allow={chargingOrderApi.remoteStop.allow}
        onClick={() => setDialog({ ...facts, title: say(pageWords.stop), label: say(pageWords.stop), verb: 'remoteStop' })}
      >
        {say(pageWords.stop)}
      </ActButton>
      <ActButton allow={chargingOrderApi.manualEnd.allow} onClick={() => setDialog('end')}>
        {say(pageWords.manualEnd)}
      </ActButton>
      <AskInvoiceButton orderIds={ids} changes={changes} onDone={() => done()} />
      {dialog === 'end' && <EndManyDialog count={ids.length} onReason={end} onClose={() => close()} />}
      {dialog !== undefined && dialog !== 'end' && <BulkDialog noun={chargingOrder} request={dialog} onClose={close} />}
    </>
  );
};

const changes = [chargingOrder];
