import { useMemo, useState } from 'react';
import { retryOf } from '#engines/payment/prepaid.ts';
import { mendsOf } from '#engines/payment/reconcile.ts';
import type { DifferenceKind } from '#engines/payment/reconcile.ts';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { EmptyCell, MoneyCell } from '#kit/web/kinds/cell.tsx';
import { ListPage } from '#kit/web/list/list-page.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { ConfirmDifferenceDialog, MendDialog } from './mend-dialog.web.tsx';
import { differenceKind, differenceState } from './pay-difference.codes.ts';
import { differenceRefusals, differenceWords, payDifferenceLabels } from './pay-difference.labels.ts';
import { payBillDay } from '../pay-bill-day/pay-bill-day.ts';
import { payDifference, payDifferenceApi } from './pay-difference.ts';

type Row = RowOf<typeof payDifference.fields>;

/** What bills and books do not agree on, and what may be done about it. `fixedFilters` narrows it to one day. */
export const PayDifferenceList = ({ fixedFilters }: { readonly fixedFilters?: Readonly<Record<string, string>> }) => {
  const [mended, setMended] = useState<Row>();
  const [confirmed, setConfirmed] = useState<Row>();
  const { send } = useSend(payDifferenceApi.ask, { changes });
  const actions = useMemo(
    () => rowActions({ ask: async ({ payDifferenceId: id }) => void (await send({ id })), mend: setMended, confirm: setConfirmed }),
    [send],
  );
  return (
    <>
      <ListPage
        of={payDifference}
        api={payDifferenceApi}
        labels={payDifferenceLabels}
        columns={columns}
        filters={filters}
        render={draw}
        rowActions={actions}
        {...(fixedFilters && { fixedFilters })}
      />
      {mended && <MendDialog row={mended} onClose={() => setMended(undefined)} />}
      {confirmed && <ConfirmDifferenceDialog row={confirmed} onClose={() => setConfirmed(undefined)} />}
    </>
  );
};

const changes = [payDifference, payBillDay];
const columns = [
  ...(['entryNo', 'billDay', 'differenceKind', 'entryKind', 'ownAmount', 'billAmount', 'differenceAmount', 'differenceState', 'askedMend'] as const),
  ...([
    'providerAnswer',
    'giveBackState',
    'giveBackResult',
    'remark',
    'handleBy',
    'secondBy',
    'payConfId',
    'tradeNo',
    'billTime',
    'tenantId',
  ] as const),
];
const filters = ['entryNo', 'billDay', 'differenceState', 'differenceKind', 'entryKind', 'payConfId', 'tenantId', 'createTime'] as const;

const amount = (value: string | null, { currency }: Row) => (value === null ? <EmptyCell /> : <MoneyCell value={value} currency={currency} />);
const draw = {
  ownAmount: amount,
  billAmount: amount,
  differenceAmount: (value: string, { currency }: Row) => (
    <strong>
      <MoneyCell value={value} currency={currency} />
    </strong>
  ),
};

const { open, waits } = differenceState.items;
const isOpen = ({ differenceState: state }: Row): boolean => state === open.value || state === waits.value;
const kindNames: readonly DifferenceKind[] = ['oursOnly', 'theirsOnly', 'amount', 'doubled'];
const mayAsk = (row: Row): boolean =>
  kindNames.some((name) => differenceKind.items[name].value === row.differenceKind && mendsOf(name, 'payment').includes('ask'));

interface RowActs {
  readonly ask: (row: Row) => Promise<void>;
  readonly mend: (row: Row) => void;
  readonly confirm: (row: Row) => void;
}
const rowActions = ({ ask, mend, confirm }: RowActs) => [
  {
    key: 'mend',
    label: differenceWords.mend,
    allow: payDifferenceApi.mend.allow,
    when: (row: Row) => isOpen(row) && row.askedBy === null,
    run: mend,
  },
  {
    key: 'confirm',
    label: differenceWords.confirm,
    allow: payDifferenceApi.confirm.allow,
    when: (row: Row) => row.askedBy !== null,
    run: confirm,
  },
  {
    key: 'ask',
    label: differenceWords.ask,
    allow: payDifferenceApi.ask.allow,
    when: (row: Row) => {
      if (row.giveBackState !== null && retryOf(row.giveBackState) !== 'refund.notRetryable') return true as const;
      if (!isOpen(row)) return false;
      return mayAsk(row) ? (true as const) : differenceRefusals['difference.notAsked'];
    },
    run: ask,
  },
];
