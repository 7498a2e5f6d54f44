import { useMemo, useState } from 'react';
import { CodeTag, MoneyCell, EmptyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import type { Rows } from '#kit/web/list/rows/use-rows.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { TotalsRow } from '#kit/web/list/totals-row.tsx';
import type { SumColumn } from '#kit/web/list/totals-row.tsx';
import type { PartyKey } from '../wallet/balance.web.tsx';
import { StatementDrawer } from '../wallet/statement.web.tsx';
import { walletApi } from '../wallet/wallet.ts';
import { AmountInput } from './amount-input.web.tsx';
import { PartyInput } from './party-input.web.tsx';
import { rechargeLabels, rechargeRefusals, rechargeSumWords, rechargeWords } from './recharge.labels.ts';
import { recharge, rechargeApi } from './recharge.ts';
import type { RechargeSums } from './recharge.ts';
import { ReverseDialog } from './reverse-dialog.web.tsx';

type Row = RowOf<typeof recharge.fields>;
interface OpenDialog {
  readonly what: 'reverse' | 'statement';
  readonly row: Row;
}

/** Recharges and reversals: party, amount, and balances before and after. */
export const RechargeList = () => {
  const [dialog, setDialog] = useState<OpenDialog>();
  const actions = useMemo(() => rowActions(setDialog), []);
  const close = () => setDialog(undefined);
  return (
    <>
      <ListPage
        of={recharge}
        api={rechargeApi}
        labels={rechargeLabels}
        columns={columns}
        filters={filters}
        form={form}
        inputs={inputs}
        initial={initial}
        render={draw}
        extra={totals}
        rowActions={actions}
      />
      {dialog?.what === 'reverse' && <ReverseDialog row={dialog.row} party={partyOf(dialog.row)} onClose={close} />}
      {dialog?.what === 'statement' && <StatementDrawer party={partyOf(dialog.row)} name={dialog.row.mainPartName} onClose={close} />}
    </>
  );
};

const columns = [
  'mainPartName',
  'mainPartType',
  'mainPartNo',
  'rechargeTime',
  'rrBeforeMoney',
  'rrMoney',
  'debtPaidMoney',
  'rrAfterMoney',
  'payMethod',
  'payNo',
  'hasReverse',
  'rechargeBy',
  'agentId',
  'tenantId',
] as const;
const filters = ['mainPartName', 'mainPartNo', 'rechargeTime', 'mainPartType', 'payMethod', 'payNo', 'hasReverse', 'agentId', 'tenantId'] as const;
const form = ['mainPartType', 'mainPartId', 'rrMoney', 'payMethod', 'invoiceCode', 'invoiceNumber'] as const;
const inputs = { mainPartId: PartyInput, rrMoney: AmountInput };
const initial = { mainPartType: 2 as const, payMethod: 0 as const };

const sums: readonly SumColumn<RechargeSums>[] = [
  { name: 'rechargeAllMoney', words: rechargeSumWords.rechargeAllMoney },
  { name: 'reverseAllMoney', words: rechargeSumWords.reverseAllMoney },
  { name: 'receivableAllMoney', words: rechargeSumWords.receivableAllMoney },
  { name: 'debtPaidAllMoney', words: rechargeSumWords.debtPaidAllMoney },
  { name: 'netAllMoney', words: rechargeSumWords.netAllMoney },
];
const totals = (rows: Rows<Row>) => <TotalsRow endpoint={rechargeApi.dealConsume} filters={rows.listQuery} sums={sums} />;

const draw = {
  rrMoney: (value: string, row: Row) => (
    <strong>
      <MoneyCell value={value} currency={row.currency} />
    </strong>
  ),
  debtPaidMoney: (value: string, row: Row) => (Number(value) === 0 ? <EmptyCell /> : <MoneyCell value={value} currency={row.currency} />),
  hasReverse: (_value: unknown, row: Row) => <ReversalMark row={row} />,
};

/** Whether a record was reversed or reverses another one. */
const ReversalMark = ({ row }: { readonly row: Row }) => {
  const say = useSay();
  if (row.reverseRecordId !== null)
    return <a href={`#/money/recharge?view=${row.reverseRecordId}`}>{say(rechargeWords.reverses, { id: row.reverseRecordId })}</a>;
  return row.hasReverse === 1 ? <CodeTag item={{ value: 1, words: rechargeWords.reversed, tone: 'warn' }} /> : <EmptyCell />;
};

const partyOf = ({ mainPartType, mainPartId }: Row): PartyKey => ({ mainPartType, mainPartId: mainPartId ?? '' });

const mayReverse = (row: Row) => {
  if (row.reverseRecordId !== null) return rechargeWords.isReversal;
  if (row.payNo !== null) return rechargeRefusals['recharge.online'];
  return row.hasReverse === 1 ? rechargeWords.isReversed : true;
};

const rowActions = (dialog: (what: OpenDialog) => void) => [
  { key: 'statement', label: rechargeWords.statement, allow: walletApi.statement.allow, run: (row: Row) => dialog({ what: 'statement', row }) },
  {
    key: 'reverse',
    label: rechargeWords.reverse,
    allow: rechargeApi.reverse.allow,
    danger: true,
    when: mayReverse,
    run: (row: Row) => dialog({ what: 'reverse', row }),
  },
];
