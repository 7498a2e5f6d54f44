import { useMemo } from 'react';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { pointEntryLabels } from './point-entry.labels.ts';
import { pointEntry, pointEntryApi } from './point-entry.ts';

type Row = RowOf<typeof pointEntry.fields>;

/** All changes of points. */
export const PointEntryList = () => <Entries columns={listColumns} />;

/** The ledger of one account, inside its detail. */
export const EntriesOf = ({ userAgentPointsId }: { readonly userAgentPointsId: string }) => {
  const fixedFilters = useMemo(() => ({ userAgentPointsId }), [userAgentPointsId]);
  return <Entries columns={columns} fixedFilters={fixedFilters} />;
};

interface EntriesProps {
  readonly columns: readonly (typeof listColumns)[number][];
  readonly fixedFilters?: { readonly userAgentPointsId: string };
}

const Entries = ({ columns: shown, fixedFilters }: EntriesProps) => (
  <ListPage
    of={pointEntry}
    api={pointEntryApi}
    labels={pointEntryLabels}
    columns={shown}
    filters={fixedFilters ? ownFilters : filters}
    render={draw}
    rowActions={noActions}
    {...(fixedFilters && { fixedFilters, stateIn: 'local' as const })}
  />
);

/** What came in has a plus. */
const Change = ({ points }: { readonly points: number }) => <span className="co-num">{points > 0 ? `+${points}` : `−${-points}`}</span>;

const noActions = [] as const;
const columns = [
  ...(['createTime', 'entryKind', 'points', 'balanceAfter', 'amount', 'chargingOrderNo', 'reason', 'expiresAt', 'createBy', 'secondBy'] as const),
  'debtAfter' as const,
];
const listColumns = ['userName' as const, ...columns, ...(['custId', 'agentId', 'tenantId'] as const)];
const filters = ['userAgentPointsId', 'entryKind', 'chargingOrderNo', 'createTime', 'custId', 'agentId', 'tenantId'] as const;
const ownFilters = ['entryKind'] as const;
const draw = {
  points: (points: number) => <Change points={points} />,
  amount: (value: string, row: Row) => <MoneyCell value={value} currency={row.currency} />,
};
