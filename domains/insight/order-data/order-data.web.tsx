import { useNavigate } from 'react-router';
import { chargingOrderApi } from '#domains/charging/resources.ts';
import { mainPartType } from '#domains/customer/resources.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { NumberCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import type { Rows } from '#kit/web/list/rows/use-rows.ts';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { statUnit } from '../charge-sum/charge-sum.codes.ts';
import { FilterChoice, OrdersLink, periodText, unitOptions, usualUnit } from '../charge-sum/data-page.web.tsx';
import { DataSums } from '../charge-sum/data-sums.web.tsx';
import { dataWords } from '../charge-sum/data.labels.ts';
import { ordersBehind } from '../charge-sum/orders-behind.rules.ts';
import type { OrderFilters } from '../charge-sum/orders-behind.rules.ts';
import { partyFilter } from '../charge-sum/orders-of-total.rules.ts';
import { lastDayOf } from '../charge-sum/period-before.rules.ts';
import { orderDataLabels } from './order-data.labels.ts';
import { orderData, orderDataApi } from './order-data.ts';

type Row = RowOf<typeof orderData.fields>;

/** What phone users, cards, customers and vehicles charged, by day, month and year. */
export const OrderDataList = () => (
  <ListPage
    of={orderData}
    api={orderDataApi}
    labels={orderDataLabels}
    columns={columns}
    filters={filters}
    render={draw}
    rowActions={[]}
    extra={aboveList}
  />
);

const columns = [
  'statDay',
  'mainPartNo',
  'stationId',
  'chargingCount',
  'chargingCapacity',
  'chargingAmount',
  'mainPartType',
  'cname',
  'carNum',
  'orderAmount',
  'currency',
  'agentId',
  'tenantId',
] as const;
const filters = ['statDay', 'mainPartNo', 'custId', 'stationId', 'agentId', 'tenantId'] as const;

const ALL = 0;
const partyOptions = [{ value: ALL, words: dataWords.all }, ...Object.values(mainPartType.items)];

const aboveList = (rows: Rows<Row>) => (
  <section className="co-card in-above">
    <FilterChoice rows={rows} field="statUnit" label={statUnit.title} options={unitOptions} usual={usualUnit} />
    <FilterChoice rows={rows} field="mainPartType" label={orderDataLabels.fields.mainPartType} options={partyOptions} usual={String(ALL)} />
    {/* An order counts for its card and for its customer too, so only the rows of one kind have a sum. */}
    {(rows.state.filters['mainPartType'] ?? rows.state.filters['mainPartNo'] ?? rows.state.filters['custId']) !== undefined && (
      <DataSums rows={rows} endpoint={orderDataApi.sums} labels={orderDataLabels.fields} definition={dataWords.definition} />
    )}
  </section>
);

const addressOf = (row: Row, partyNo: string): string => {
  const filtersOfRow: OrderFilters = { stationId: row.stationId, agentId: row.agentId, [partyFilter[row.mainPartType]]: partyNo };
  return ordersBehind({ from: row.statDay, to: lastDayOf(row.statDay, row.statUnit), filters: filtersOfRow });
};

const Count = ({ row }: { readonly row: Row }) => {
  const name = `${row.mainPartNo} ${periodText(row.statDay, row.statUnit)}`;
  if (row.mainPartType === mainPartType.items.phoneUser.value) return <PhoneOrders row={row} name={name} />;
  return (
    <OrdersLink to={addressOf(row, row.mainPartNo)} name={name}>
      <NumberCell value={row.chargingCount} />
    </OrdersLink>
  );
};

/** A phone number arrives masked. Its orders are found by the full one, which is asked for, and logged, when they are opened. */
const PhoneOrders = ({ row, name }: { readonly row: Row; readonly name: string }) => {
  const say = useSay();
  const navigate = useNavigate();
  const may = usePermission();
  const { send } = useSend(orderDataApi.reveal, {
    doneText: false,
    onDone: ({ value }) => void navigate(addressOf(row, value ?? '')),
  });
  if (!may(chargingOrderApi.list.allow).ok || !may(orderDataApi.reveal.allow).ok) return <NumberCell value={row.chargingCount} />;
  return (
    <button
      type="button"
      className="in-link"
      title={say(dataWords.ordersOf, { name })}
      onClick={() => void send({ id: row.orderDataId, field: 'mainPartNo' })}
    >
      <NumberCell value={row.chargingCount} />
    </button>
  );
};

const draw = {
  statDay: (statDay: string, row: Row) => periodText(statDay, row.statUnit),
  chargingCount: (_count: number, row: Row) => <Count row={row} />,
};
