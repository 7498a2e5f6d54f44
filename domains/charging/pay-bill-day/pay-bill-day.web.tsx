import { Drawer } from 'antd';
import { useMemo, useState } from 'react';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { EmptyCell, MoneyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { useIsPhone } from '#kit/web/screen.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { payDifference, payDifferenceApi } from '../pay-difference/pay-difference.ts';
import { PayDifferenceList } from '../pay-difference/pay-difference.web.tsx';
import { payBillDayLabels, payBillDayWords } from './pay-bill-day.labels.ts';
import { payBillDay, payBillDayApi } from './pay-bill-day.ts';

type Row = RowOf<typeof payBillDay.fields>;

/** The days of providers' bills: what each side says, and what of it is not explained. */
export const PayBillDayList = () => {
  const say = useSay();
  const phone = useIsPhone();
  const [open, setOpen] = useState<Row>();
  const { send } = useSend(payBillDayApi.fetch, { changes });
  const actions = useMemo(
    () => [
      {
        key: 'differences',
        label: payBillDayWords.differences,
        allow: payDifferenceApi.list.allow,
        run: (row: Row) => setOpen(row),
      },
      {
        key: 'fetch',
        label: payBillDayWords.fetch,
        allow: payBillDayApi.fetch.allow,
        run: async ({ payBillDayId }: Row) => {
          await send({ id: payBillDayId });
        },
      },
    ],
    [send],
  );
  const fixed = useMemo(() => ({ payBillDayId: open?.payBillDayId ?? '' }), [open]);
  return (
    <>
      <ListPage
        of={payBillDay}
        api={payBillDayApi}
        labels={payBillDayLabels}
        columns={columns}
        filters={filters}
        render={draw}
        rowActions={actions}
      />
      {open && (
        <Drawer
          open
          destroyOnHidden
          size={phone ? '100%' : WIDTH}
          title={`${say(payBillDayWords.differences)} · ${open.billDay}`}
          onClose={() => setOpen(undefined)}
        >
          <PayDifferenceList fixedFilters={fixed} />
        </Drawer>
      )}
    </>
  );
};

const WIDTH = 1_080;
const changes = [payBillDay, payDifference];
const columns = [
  ...(['billDay', 'payConfId', 'billState', 'differenceCount', 'unexplainedAmount', 'matchedCount', 'paymentAmount', 'ownPaymentAmount'] as const),
  ...(['refundAmount', 'ownRefundAmount', 'feeAmount', 'paymentCount', 'refundCount', 'problem', 'compareTime', 'tenantId'] as const),
];
const filters = ['billDay', 'payConfId', 'billState', 'tenantId', 'createTime'] as const;

const draw = {
  differenceCount: (value: number) => (value === 0 ? <EmptyCell /> : <strong className="co-code-bad">{value}</strong>),
  unexplainedAmount: (value: string, { currency }: Row) => (
    <strong className={Number(value) === 0 ? undefined : 'co-code-bad'}>
      <MoneyCell value={value} currency={currency} />
    </strong>
  ),
};
