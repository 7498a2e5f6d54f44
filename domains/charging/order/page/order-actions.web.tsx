import { Button, Dropdown } from 'antd';
import DownOutlined from '@ant-design/icons/DownOutlined';
import { useState } from 'react';
import type { Words } from '#kit/fields/words.ts';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { AdjustDialog } from './dialogs/adjust-dialog.web.tsx';
import { AdoptRecordDialog } from './dialogs/adopt-record-dialog.web.tsx';
import { GoodwillDialog } from '../../refund-order/goodwill-dialog.web.tsx';
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
  /** The order no longer exists. */
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
  goodwill: pageWords.goodwill,
  delete: pageWords.delete,
};
const changes = [chargingOrder];

/** What can be done with an order now; actions that are not possible are in the menu with their reasons. */
export const OrderActions = ({ row, detail, onGone }: OrderActionsProps) => {
  const say = useSay();
  const [dialog, setDialog] = useState<OrderAction>();
  const direct = useDirectActions(row, onGone);
  const run = (action: OrderAction) => (direct[action] ? void direct[action]() : setDialog(action));
  const open = detail.may.filter(({ action, because }) => because === null && action !== 'delete');
  const blocked = detail.may.filter((action) => !open.includes(action));
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
          items: blocked.map(({ action, because }) => ({
            key: action,
            danger: action === 'delete',
            disabled: because !== null,
            label: <BlockedAction action={{ action, because }} />,
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
      {dialog === 'goodwill' && <GoodwillDialog row={row} onClose={close} />}
      {dialog === 'assignParty' && <AssignPartyDialog row={row} onClose={close} />}
    </div>
  );
};

const BlockedAction = ({ action: { action, because } }: { readonly action: Pick<Action, 'action' | 'because'> }) => {
  const say = useSay();
  return (
    <span className="ch-asleep">
      {say(labels[action])}
      {because !== null && <small>{because}</small>}
    </span>
  );
};

/** Actions that need one confirmation and no form. */
const useDirectActions = (row: OrderRow, onGone: () => void): Partial<Record<OrderAction, () => Promise<void>>> => {
  const { confirm } = useFeedback();
  const say = useSay();
  const { chargingOrderNo } = row;
  const stop = useSend(chargingOrderApi.remoteStop, { changes, doneText: orderWords.stopping });
  const cancel = useSend(chargingOrderApi.cancelReservation, { changes, doneText: orderWords.cancelled });
  const remove = useSend(chargingOrderApi.delete, { changes, onDone: onGone });
  const confirmed = async (question: Words, danger: boolean, send: () => Promise<unknown>) => {
    if (await confirm({ title: say(question, { no: chargingOrderNo }), danger })) await send();
  };
  return {
    remoteStop: () => confirmed(pageWords.askStop, true, () => stop.send({ chargingOrderNo })),
    cancelReservation: () => confirmed(pageWords.askCancel, false, () => cancel.send({ chargingOrderNo })),
    delete: () => confirmed(pageWords.askDelete, true, () => remove.send({ id: row.chargingOrderId })),
  };
};
