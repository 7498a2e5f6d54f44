import { Form, Input } from 'antd';
import { FieldInput } from '#kit/web/kinds/input.tsx';
import { useMemo, useState } from 'react';
import { receivedPrepayStates } from '#engines/payment/codes.ts';
import type { Words } from '#kit/fields/words.ts';
import { formatScaled, parseScaled } from '#kit/fields/scaled.ts';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { useFieldRule } from '#kit/web/form/field-rule.ts';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { EmptyCell, InstantCell, MoneyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { orderState } from '../order/order.codes.ts';
import { obstacleWords } from '../order/order-refusals.labels.ts';
import { chargingOrder } from '../order/order.ts';
import { refundOrder } from '../refund-order/refund-order.ts';
import { differenceWords } from '../pay-difference/pay-difference.labels.ts';
import { payState, refundStat } from './prepaid-order.codes.ts';
import { ConfirmQuarantineDialog, QuarantineDialog } from './quarantine-dialog.web.tsx';
import { prepaidInputLabels, prepaidOrderLabels, prepaidRefusals, prepaidWords } from './prepaid-order.labels.ts';
import { prepaidOrder, prepaidOrderApi } from './prepaid-order.ts';

type Prepaid = RowOf<typeof prepaidOrder.fields>;

/** Payments of drivers before a charge: what was paid, for which charge, and what went back. */
export const PrepaidList = () => {
  const [refunded, setRefunded] = useState<Prepaid>();
  const [decided, setDecided] = useState<Prepaid>();
  const [confirmed, setConfirmed] = useState<Prepaid>();
  const actions = useMemo(() => rowActions({ refund: setRefunded, decide: setDecided, confirm: setConfirmed }), []);
  return (
    <>
      <ListPage
        of={prepaidOrder}
        api={prepaidOrderApi}
        labels={prepaidOrderLabels}
        columns={columns}
        filters={filters}
        render={draw}
        rowActions={actions}
      />
      {decided && <QuarantineDialog row={decided} onClose={() => setDecided(undefined)} />}
      {confirmed && <ConfirmQuarantineDialog row={confirmed} onClose={() => setConfirmed(undefined)} />}
      {refunded && <RefundDialog row={refunded} onClose={() => setRefunded(undefined)} />}
    </>
  );
};

const columns = [
  ...(['billId', 'payState', 'userMobile', 'orderAmount', 'payTime', 'payType', 'refundStat', 'refundAmount'] as const),
  ...(['payPurpose', 'stationId', 'cpCode', 'gunNumber', 'chargingOrderNo', 'orderState', 'tenantId'] as const),
];
const filters = [
  ...(['billId', 'payState', 'refundStat', 'userMobile', 'payType', 'payPurpose', 'stationId', 'cpCode'] as const),
  ...(['agentId', 'tenantId', 'createTime'] as const),
];

const time = (value: string | null, row: Prepaid) => (value === null ? <EmptyCell /> : <InstantCell value={value} zone={row.stationTimezone} />);
const draw = {
  payTime: time,
  expireTime: time,
  refundAmount: (value: string, { currency }: Prepaid) => (Number(value) === 0 ? <EmptyCell /> : <MoneyCell value={value} currency={currency} />),
  startRefusal: (value: string | null) => (value === null ? <EmptyCell /> : <StartRefusal value={value} />),
  chargingOrderNo: (value: string | null, { chargingOrderId }: Prepaid) =>
    value === null ? <EmptyCell /> : <a href={`#/order/charging-order?view=${chargingOrderId}`}>{value}</a>,
};

/** Why no charge began, in words; a refusal that has none is shown as it is stored. */
export const StartRefusal = ({ value }: { readonly value: string }) => {
  const say = useSay();
  const known = refusalWords.get(value);
  return <>{known ? say(known) : value}</>;
};
const refusalWords: ReadonlyMap<string, Words> = new Map<string, Words>([
  ...Object.entries(obstacleWords),
  ['tooLate', prepaidWords.tooLate],
  ['reservation.over', prepaidWords.reservationOver],
]);

const overStates: readonly number[] = [orderState.items.settled.value, orderState.items.refunded.value];
const mayRefund = (row: Prepaid) => {
  if (!receivedPrepayStates.some((state) => state === row.payState)) return false;
  if (row.orderState !== null && !overStates.includes(row.orderState)) return prepaidRefusals['prepaid.charging'];
  if (row.refundAmount === row.actualPayAmount) return prepaidRefusals['prepaid.nothingLeft'];
  return row.refundStat === refundStat.items.running.value ? prepaidRefusals['prepaid.refundOpen'] : true;
};

/** Only a payment that differs is decided about; for all others that is not shown. */
const mayDecide = (row: Prepaid): boolean => row.payState === payState.items.quarantined.value && row.handleBy === null && row.askedBy === null;

interface RowActs {
  readonly refund: (row: Prepaid) => void;
  readonly decide: (row: Prepaid) => void;
  readonly confirm: (row: Prepaid) => void;
}
const rowActions = ({ refund, decide, confirm }: RowActs) => [
  { key: 'refund', label: prepaidWords.refund, allow: prepaidOrderApi.refund.allow, danger: true, when: mayRefund, run: refund },
  { key: 'decide', label: prepaidWords.decide, allow: prepaidOrderApi.decide.allow, when: mayDecide, run: decide },
  {
    key: 'decideConfirm',
    label: differenceWords.confirm,
    allow: prepaidOrderApi.decideConfirm.allow,
    when: (row: Prepaid) => row.askedBy !== null,
    run: confirm,
  },
];

const changes = [prepaidOrder, refundOrder, chargingOrder];
const DIGITS = 2;

interface RefundInput {
  readonly amount: string;
  readonly reason: string;
}

/** Gives back what did not go back by itself. The server knows what is left; the form only bounds it by what was paid. */
const RefundDialog = ({ row, onClose }: { readonly row: Prepaid; readonly onClose: () => void }) => {
  const say = useSay();
  const rule = useFieldRule();
  const { send, sending } = useSend(prepaidOrderApi.refund, { changes, onDone: onClose });
  const { amount, reason } = prepaidOrderApi.refund.input;
  return (
    <FormDialog<RefundInput>
      title={say(prepaidWords.refundOf, { no: row.billId })}
      okText={say(prepaidWords.refund)}
      danger
      sending={sending}
      onClose={onClose}
      initialValues={{ amount: notRefunded(row) }}
      onFinish={(input) => void send({ id: row.prePayOrderId, ...input })}
    >
      <p>{say(prepaidWords.hint)}</p>
      <p>
        {say(prepaidOrderLabels.fields.actualPayAmount)} <MoneyCell value={row.actualPayAmount} currency={row.currency} />
        {' · '}
        {say(prepaidOrderLabels.fields.refundAmount)} <MoneyCell value={row.refundAmount} currency={row.currency} />
      </p>
      <Form.Item name="amount" label={say(prepaidInputLabels.amount)} required rules={[rule(amount, say(prepaidInputLabels.amount))]}>
        <FieldInput field={amount} />
      </Form.Item>
      <Form.Item name="reason" label={say(prepaidInputLabels.reason)} required rules={[rule(reason, say(prepaidInputLabels.reason))]}>
        <Input.TextArea maxLength={reason.max} autoSize={{ minRows: 2, maxRows: 6 }} showCount />
      </Form.Item>
    </FormDialog>
  );
};

const centsOf = (text: string | null): bigint => {
  const parsed = parseScaled(text ?? '0', DIGITS);
  return typeof parsed === 'bigint' ? parsed : 0n;
};
/** Without a charge, all that has not gone back is left; with one, the bill lies between. */
const notRefunded = (row: Prepaid): string =>
  row.chargingOrderId === null ? formatScaled(centsOf(row.actualPayAmount) - centsOf(row.refundAmount), DIGITS) : '';
