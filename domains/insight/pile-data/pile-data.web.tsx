import { pileType } from '#domains/network/resources.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { NumberCell } from '#kit/web/kinds/cell.tsx';
import { ListPage } from '#kit/web/list/list-page.tsx';
import type { Rows } from '#kit/web/list/rows/use-rows.ts';
import { statUnit } from '../charge-sum/charge-sum.codes.ts';
import { FilterChoice, OrdersLink, periodText, unitOptions, usualUnit } from '../charge-sum/data-page.web.tsx';
import { DataSums } from '../charge-sum/data-sums.web.tsx';
import { dataWords } from '../charge-sum/data.labels.ts';
import { ordersBehind } from '../charge-sum/orders-behind.rules.ts';
import { lastDayOf } from '../charge-sum/period-before.rules.ts';
import { pileDataLabels } from './pile-data.labels.ts';
import { pileData, pileDataApi } from './pile-data.ts';

type Row = RowOf<typeof pileData.fields>;

/** What piles delivered, by day, month and year. */
export const PileDataList = () => (
  <ListPage
    of={pileData}
    api={pileDataApi}
    labels={pileDataLabels}
    columns={columns}
    filters={filters}
    render={draw}
    rowActions={[]}
    extra={aboveList}
  />
);

const columns = [
  'statDay',
  'cpCode',
  'stationId',
  'chargingCount',
  'chargingCapacity',
  'chargingAmount',
  'chargeMinutes',
  'cpType',
  'orderAmount',
  'currency',
  'agentId',
  'tenantId',
] as const;
const filters = ['statDay', 'cpCode', 'stationId', 'agentId', 'tenantId'] as const;

const ALL = 0;
const typeOptions = [{ value: ALL, words: dataWords.all }, ...Object.values(pileType.items)];

const aboveList = (rows: Rows<Row>) => (
  <section className="co-card in-above">
    <FilterChoice rows={rows} field="statUnit" label={statUnit.title} options={unitOptions} usual={usualUnit} />
    <FilterChoice rows={rows} field="cpType" label={pileDataLabels.fields.cpType} options={typeOptions} usual={String(ALL)} />
    <DataSums rows={rows} endpoint={pileDataApi.sums} labels={pileDataLabels.fields} definition={dataWords.pileDefinition} />
  </section>
);

const Count = ({ row }: { readonly row: Row }) => {
  const filtersOfRow = { stationId: row.stationId, agentId: row.agentId, cpCode: row.cpCode };
  return (
    <OrdersLink
      to={ordersBehind({ from: row.statDay, to: lastDayOf(row.statDay, row.statUnit), filters: filtersOfRow })}
      name={`${row.cpCode} ${periodText(row.statDay, row.statUnit)}`}
    >
      <NumberCell value={row.chargingCount} />
    </OrdersLink>
  );
};

const draw = {
  statDay: (statDay: string, row: Row) => periodText(statDay, row.statUnit),
  chargingCount: (_count: number, row: Row) => <Count row={row} />,
};
