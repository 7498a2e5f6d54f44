import { useMemo, useState } from 'react';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { ListPage } from '#kit/web/list/list-page.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { PartyInput } from '../recharge/party-input.web.tsx';
import { rechargeWords } from '../recharge/recharge.labels.ts';
import { StatementDrawer } from '../wallet/statement.web.tsx';
import { walletApi } from '../wallet/wallet.ts';
import { writeOffLabels } from './write-off.labels.ts';
import { writeOff, writeOffApi } from './write-off.ts';

type Row = RowOf<typeof writeOff.fields>;

/** The debts that were written off, with parties, amounts and reasons. */
export const WriteOffList = () => {
  const [open, setOpen] = useState<Row>();
  const actions = useMemo(() => rowActions(setOpen), []);
  return (
    <>
      <ListPage
        of={writeOff}
        api={writeOffApi}
        labels={writeOffLabels}
        columns={columns}
        filters={filters}
        form={form}
        inputs={inputs}
        initial={initial}
        render={draw}
        rowActions={actions}
      />
      {open && <StatementDrawer party={open} name={open.mainPartName} onClose={() => setOpen(undefined)} />}
    </>
  );
};

const columns = [
  'mainPartName',
  'mainPartType',
  'mainPartNo',
  'createTime',
  'owedBeforeMoney',
  'rrMoney',
  'owedAfterMoney',
  'reason',
  'createBy',
  'agentId',
  'tenantId',
] as const;
const filters = ['mainPartName', 'mainPartNo', 'createTime', 'mainPartType', 'agentId', 'tenantId'] as const;
const form = ['mainPartType', 'mainPartId', 'rrMoney', 'reason'] as const;
const inputs = { mainPartId: PartyInput };
const initial = { mainPartType: 2 as const };

const draw = {
  rrMoney: (value: string, row: Row) => (
    <strong>
      <MoneyCell value={value} currency={row.currency} />
    </strong>
  ),
};

const rowActions = (open: (row: Row) => void) => [
  { key: 'statement', label: rechargeWords.statement, allow: walletApi.statement.allow, run: (row: Row) => open(row) },
];
