import { useMemo, useState } from 'react';
import { CodeTag, MoneyCell, EmptyCell } from '#kit/web/kinds/cell.tsx';
import { ListPage } from '#kit/web/list/list-page.tsx';
import type { Rows } from '#kit/web/list/rows/use-rows.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { TotalsRow } from '#kit/web/list/totals-row.tsx';
import type { SumColumn } from '#kit/web/list/totals-row.tsx';
import { StatementDrawer } from '../wallet/statement.web.tsx';
import { walletApi } from '../wallet/wallet.ts';
import { consumeLabels, consumeSumWords, consumeWords } from './consume.labels.ts';
import { consume, consumeApi } from './consume.ts';
import type { ConsumeSums } from './consume.ts';

type Row = RowOf<typeof consume.fields>;

/** The payments from wallets, with the balances before and after. */
export const ConsumeList = () => {
  const [statement, setStatement] = useState<Row>();
  const actions = useMemo(() => rowActions(setStatement), []);
  return (
    <>
      <ListPage
        of={consume}
        api={consumeApi}
        labels={consumeLabels}
        columns={columns}
        filters={filters}
        render={draw}
        extra={totals}
        rowActions={actions}
      />
      {statement && (
        <StatementDrawer
          party={{ mainPartType: statement.mainPartType, mainPartId: statement.mainPartId }}
          name={statement.mainPartNo}
          onClose={() => setStatement(undefined)}
        />
      )}
    </>
  );
};

const columns = [
  'chargingOrderNo',
  'mainPartNo',
  'rrBeforeMoney',
  'rrMoney',
  'rrAfterMoney',
  'chargingElec',
  'createTime',
  'stationId',
  'cpCode',
  'custName',
  'mainPartType',
  'orderAmount',
  'receivableMoney',
  'debtPaidMoney',
  'isRefund',
  'agentId',
  'tenantId',
] as const;
const filters = [
  'chargingOrderNo',
  'mainPartNo',
  'createTime',
  'mainPartType',
  'custId',
  'cpCode',
  'isRefund',
  'tenantId',
  'agentId',
  'stationId',
] as const;

const money = (name: keyof ConsumeSums): SumColumn<ConsumeSums> => ({ name, words: consumeSumWords[name] });
const energy = (name: keyof ConsumeSums): SumColumn<ConsumeSums> => ({ ...money(name), unit: 'kWh' });
const sums = [
  money('billingAllAmount'),
  money('orderAllAmount'),
  money('offerAllAmount'),
  money('receivableAllAmount'),
  energy('totalElec'),
  energy('totalElecTip'),
  energy('totalElecPeak'),
  energy('totalElecFlat'),
  energy('totalElecValley'),
];
const totals = (rows: Rows<Row>) => <TotalsRow endpoint={consumeApi.dealConsume} filters={rows.listQuery} sums={sums} />;

const dashWhenZero = (value: string, row: Row) => (Number(value) === 0 ? <EmptyCell /> : <MoneyCell value={value} currency={row.currency} />);
const draw = {
  isRefund: (value: 0 | 1) => (value === 1 ? <CodeTag item={{ value: 1, words: consumeWords.refund, tone: 'good' }} /> : <EmptyCell />),
  receivableMoney: dashWhenZero,
  debtPaidMoney: dashWhenZero,
};

const rowActions = (open: (row: Row) => void) => [
  { key: 'statement', label: consumeWords.statement, allow: walletApi.statement.allow, run: (row: Row) => open(row) },
];
