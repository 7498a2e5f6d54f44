import { Button, Dropdown } from 'antd';
import DownOutlined from '@ant-design/icons/DownOutlined';
import { useState } from 'react';
import type { Words } from '#kit/fields/words.ts';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { AdjustDialog } from './dialogs/adjust-dialog.web.tsx';
import { AdoptRecordDialog } from './dialogs/adopt-record-dialog.web.tsx';
import { AssignPartyDialog } from './dialogs/assign-party-dialog.web.tsx';
import { ClearFlagDialog } from './dialogs/clear-flag-dialog.web.tsx';
import type { OrderRow } from './live-order.web.tsx';
import { ManualEndDialog } from './dialogs/manual-end-dialog.web.tsx';
import { ManualSettleDialog } from './dialogs/manual-settle-dialog.web.tsx';
import { chargingOrderApi } from '../order-api.ts';
import type { Action, OrderAction, OrderDetail } from '../order-detail.ts';
import { orderWords } from '../order.labels.ts';
import { pageWords } from '../order-page.labels.ts';
import { chargingOrder } from '../order.ts';

interface OrderActionsProps {
  readonly row: OrderRow;
  readonly detail: OrderDetail;
  /** The order is no longer there. */
  readonly onGone: () => void;
}

const labels: Readonly<Record<OrderAction, Words>> = {
  remoteStop: pageWords.stop,
  cancelReservation: pageWords.cancelReservation,
  manualEnd: pageWords.manualEnd,
  manualSettle: pageWords.manualSettle,
  clearFlag: pageWords.clearFlag,
  assignParty: pageWords.assignParty,
  adjust: pageWords.adjust,
  adoptRecord: pageWords.adoptRecord,
  delete: pageWords.delete,
};
const changes = [chargingOrder];

/** What can be done with an order now; what cannot stands in the menu and says why. */
export const OrderActions = ({ row, detail, onGone }: OrderActionsProps) => {
  const say = useSay();
  const [dialog, setDialog] = useState<OrderAction>();
  const act = useDirect(row, onGone);
  const run = (action: OrderAction) => (act[action] ? void act[action]() : setDialog(action));
  const open = detail.may.filter(({ action, because }) => because === null && action !== 'delete');
  const rest = detail.may.filter((one) => !open.includes(one));
  const close = () => setDialog(undefined);
  return (
    <div className="ch-buttons">
      {open.map(({ action }) => (
        <Button key={action} danger={action === 'remoteStop'} onClick={() => run(action)}>
          {say(labels[action])}
        </Button>
      ))}
      <Dropdown
        trigger={['click']}
        placement="bottomLeft"
        menu={{
          items: rest.map(({ action, because }) => ({
            key: action,
            danger: action === 'delete',
            disabled: because !== null,
            label: <Asleep action={{ action, because }} />,
            onClick: () => run(action),
          })),
        }}
      >
        <Button type="text">
          {say(pageWords.more)} <DownOutlined className="co-caret" />
        </Button>
      </Dropdown>
      {dialog === 'manualEnd' && <ManualEndDialog row={row} onClose={close} />}
      {dialog === 'manualSettle' && <ManualSettleDialog row={row} onClose={close} />}
      {dialog === 'clearFlag' && <ClearFlagDialog row={row} detail={detail} onClose={close} />}
      {dialog === 'adjust' && detail.adjustment && <AdjustDialog row={row} due={detail.adjustment} onClose={close} />}
      {dialog === 'adoptRecord' && <AdoptRecordDialog row={row} records={detail.records} onClose={close} />}
      {dialog === 'assignParty' && <AssignPartyDialog row={row} onClose={close} />}
    </div>
  );
};

const Asleep = ({ action: { action, because } }: { readonly action: Pick<Action, 'action' | 'because'> }) => {
  const say = useSay();
  return (
    <span className="ch-asleep">
      {say(labels[action])}
      {because !== null && <small>{because}</small>}
    </span>
  );
};

/** What is done after one question, without a form. */
const useDirect = (row: OrderRow, onGone: () => void): Partial<Record<OrderAction, () => Promise<void>>> => {
  const { ask } = useFeedback();
  const say = useSay();
  const { chargingOrderNo } = row;
  const stop = useSend(chargingOrderApi.remoteStop, { changes, done: orderWords.stopping });
  const cancel = useSend(chargingOrderApi.cancelReservation, { changes, done: orderWords.cancelled });
  const remove = useSend(chargingOrderApi.delete, { changes, onDone: onGone });
  const after = async (question: Words, danger: boolean, doIt: () => Promise<unknown>) => {
    if (await ask({ title: say(question, { no: chargingOrderNo }), danger })) await doIt();
  };
  return {
    remoteStop: () => after(pageWords.askStop, true, () => stop.send({ chargingOrderNo })),
    cancelReservation: () => after(pageWords.askCancel, false, () => cancel.send({ chargingOrderNo })),
    delete: () => after(pageWords.askDelete, true, () => remove.send({ id: row.chargingOrderId })),
  };
};
