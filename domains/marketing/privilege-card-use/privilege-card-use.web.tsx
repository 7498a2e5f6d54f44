import type { RowOf } from '#kit/web/calls/list-api.ts';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { Funder, UseReason } from '../use-cells.web.tsx';
import { privilegeCardUseLabels } from './privilege-card-use.labels.ts';
import { privilegeCardUse, privilegeCardUseApi } from './privilege-card-use.ts';

type Row = RowOf<typeof privilegeCardUse.fields>;

/** What became of privilege cards at orders: used, not used, given back. */
export const PrivilegeCardUseList = () => (
  <ListPage
    of={privilegeCardUse}
    api={privilegeCardUseApi}
    labels={privilegeCardUseLabels}
    columns={columns}
    filters={filters}
    render={draw}
    rowActions={actions}
  />
);

const actions = ['detail'] as const;
const columns = [
  ...(['cardName', 'mainPartNo', 'state', 'reason', 'preferentialAmount', 'chargingElec', 'energyLimit', 'chargingOrderNo', 'useTime'] as const),
  ...(['stationId', 'funder', 'useDay', 'mainPartName', 'createTime', 'custId', 'agentId', 'tenantId'] as const),
];
const filters = ['privilegeCardId', 'mainPartNo', 'state', 'chargingOrderNo', 'createTime', 'custId', 'stationId', 'agentId', 'tenantId'] as const;
const draw = {
  reason: (reason: string | null) => <UseReason reason={reason} />,
  funder: (funder: string) => <Funder funder={funder} />,
  preferentialAmount: (value: string, row: Row) => <MoneyCell value={value} currency={row.currency} />,
};
