import { useMemo, useState } from 'react';
import { openMendStats, refundMendStat, refundOrderState } from '#engines/payment/codes.ts';
import { retryOf } from '#engines/payment/prepaid.ts';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { EmptyCell, InstantCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { TotalsRow } from '#kit/web/list/totals-row.tsx';
import type { Rows } from '#kit/web/list/rows/use-rows.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { payType as payTypeCodes } from '#domains/money/resources.ts';
import { chargingOrder } from '../order/order.ts';
import { StartRefusal } from '../prepaid-order/prepaid-list.web.tsx';
import { prepaidOrder } from '../prepaid-order/prepaid-order.ts';
import { ConfirmRefundMendDialog, MendAbnormalDialog } from './mend-dialog.web.tsx';
import { abnormalHints, refundOrderLabels, refundSumWords, refundWords } from './refund-order.labels.ts';
import { refundOrder, refundOrderApi } from './refund-order.ts';

type Refund = RowOf<typeof refundOrder.fields>;

/** Refunds: what goes back, how far it has come, and the retry of those that wait for a person. */
export const RefundList = () => {
  const retry = useRetry();
  const [opened, setOpened] = useState<OpenDialog>();
  const actions = useMemo(() => [...rowActions(retry), ...mendActions(setOpened)], [retry]);
  const close = () => setOpened(undefined);
  return (
    <>
      <ListPage
        of={refundOrder}
        api={refundOrderApi}
        labels={refundOrderLabels}
        columns={columns}
        filters={filters}
        render={draw}
        extra={totals}
        rowActions={actions}
      />
      {opened?.what === 'mend' && <MendAbnormalDialog row={opened.row} onClose={close} />}
      {opened?.what === 'confirm' && <ConfirmRefundMendDialog row={opened.row} onClose={close} />}
    </>
  );
};

interface OpenDialog {
  readonly what: 'mend' | 'confirm';
  readonly row: Refund;
}

/** The provider's own call about an abnormal refund. Most refunds are over, so what does not apply is not shown. */
const mendActions = (open: (opened: OpenDialog) => void) => [
  {
    key: 'mend',
    label: refundWords.mend,
    allow: refundOrderApi.mendAbnormal.allow,
    when: ({ refundState: state, payType, mendStat }: Refund) =>
      state === refundOrderState.abnormal && payType === payTypes.weChat.value && openMendStats.every((stat) => stat !== mendStat),
    run: (row: Refund) => open({ what: 'mend', row }),
  },
  {
    key: 'mendConfirm',
    label: refundWords.mendConfirm,
    allow: refundOrderApi.mendConfirm.allow,
    when: ({ mendStat }: Refund) => mendStat === refundMendStat.waits,
    run: (row: Refund) => open({ what: 'confirm', row }),
  },
];
const { items: payTypes } = payTypeCodes;

const columns = [
  ...(['refundOrderNo', 'refundState', 'refundKind', 'refundAmount', 'refundTime', 'payType', 'refundResult', 'refundCount'] as const),
  ...(['refundReason', 'mendStat', 'mendWay', 'mendResult', 'mendBy', 'chargingOrderNo', 'billId', 'stationId', 'tenantId'] as const),
];
const filters = [...(['refundOrderNo', 'refundState', 'refundKind', 'refundTime', 'stationId', 'agentId', 'tenantId', 'createTime'] as const)];

const sums = [
  { name: 'refundAllAmount', words: refundSumWords.refundAllAmount },
  { name: 'goodwillAllAmount', words: refundSumWords.goodwillAllAmount },
] as const;
const totals = (rows: Rows<Refund>) => <TotalsRow endpoint={refundOrderApi.dealRefund} filters={rows.listQuery} sums={sums} />;

const draw = {
  refundReason: (value: string) => (value === '' ? <EmptyCell /> : <StartRefusal value={value} />),
  refundTime: (value: string | null, row: Refund) => (value === null ? <EmptyCell /> : <InstantCell value={value} zone={row.stationTimezone} />),
  chargingOrderNo: (value: string | null, { chargingOrderId }: Refund) =>
    value === null ? <EmptyCell /> : <a href={`#/order/charging-order?view=${chargingOrderId}`}>{value}</a>,
  billId: (value: string | null, { prePayOrderId }: Refund) =>
    value === null ? <EmptyCell /> : <a href={`#/order/prepaid-order?view=${prePayOrderId}`}>{value}</a>,
};

const rowActions = (retry: (row: Refund) => Promise<void>) => [
  {
    key: 'retry',
    label: refundWords.retry,
    allow: refundOrderApi.retry.allow,
    when: ({ refundState, prePayOrderId }: Refund) => prePayOrderId !== null && retryOf(refundState) !== 'refund.notRetryable',
    run: retry,
  },
];

/** A refund that the provider could not pay is mended there; the text says where. */
const hintOf = ({ refundState: state, payType }: Refund) =>
  state === refundOrderState.abnormal && payType !== null ? abnormalHints[payType] : refundWords.retryHint;

const changes = [refundOrder, prepaidOrder, chargingOrder];
const useRetry = () => {
  const { confirm } = useFeedback();
  const say = useSay();
  const { send } = useSend(refundOrderApi.retry, { changes });
  return useMemo(
    () => async (row: Refund) => {
      if (await confirm({ title: say(refundWords.askRetry, { no: row.refundOrderNo }), body: hintOf(row) })) await send({ id: row.refundId });
    },
    [confirm, say, send],
  );
};
