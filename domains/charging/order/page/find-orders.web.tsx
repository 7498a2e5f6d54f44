import { Button, Dropdown } from 'antd';
import DownOutlined from '@ant-design/icons/DownOutlined';
import { useState } from 'react';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { pileApi, pileWorkState } from '#domains/network/resources.ts';
import type { BusinessSource } from '#kit/web/business/business.ts';
import { selectionOf } from '#kit/web/business/business.ts';
import type { Filters } from '#kit/web/kinds/filter-names.ts';
import type { PlainRow } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { valuesOfPicked } from '#kit/web/report/popup.ts';
import { energyDayApi } from '../../energy-day/energy-day.ts';
import { orderDayApi } from '../../order-day/order-day.ts';
import { dayBounds } from './day-bounds.rules.ts';
import { findWords } from './find-orders.labels.ts';

const ReportPicker = lazyComponent(() => import('#kit/web/report/report-picker.tsx').then((picker) => picker.ReportPicker));
const BusinessPicker = lazyComponent(() => import('#kit/web/business/business-picker.tsx').then((picker) => picker.BusinessPicker));

interface FindOrdersProps {
  readonly filters: Filters;
  readonly onFilters: (filters: Filters) => void;
}

const reports = {
  orderDay: { words: findWords.byStationDay, allow: orderDayApi.getData.allow, fields: 'stationId,day,stationTimezone' },
  energyDay: { words: findWords.byPileDay, allow: energyDayApi.getData.allow, fields: 'stationId,cpCode,day,stationTimezone' },
} as const;
type ReportName = keyof typeof reports;
type SearchBy = ReportName | 'piles';

/** Finds the orders behind a figure: those of a day of a station or pile, chosen from the reports, or those of some piles. */
export const FindOrders = ({ filters, onFilters }: FindOrdersProps) => {
  const say = useSay();
  const may = usePermission();
  const [searchBy, setSearchBy] = useState<SearchBy>();
  const [piles, setPiles] = useState<readonly PlainRow[]>([]);
  const options: readonly { readonly key: SearchBy; readonly label: string; readonly allow: string }[] = [
    { key: 'orderDay', label: say(reports.orderDay.words), allow: reports.orderDay.allow },
    { key: 'energyDay', label: say(reports.energyDay.words), allow: reports.energyDay.allow },
    { key: 'piles', label: say(findWords.byPiles), allow: pileApi.list.allow },
  ];
  const permitted = options.filter(({ allow }) => may(allow).ok);
  if (permitted.length === 0) return null;
  const done = (next: Filters): void => {
    onFilters(next);
    setSearchBy(undefined);
  };
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items: permitted.map(({ key, label }) => ({ key, label, onClick: () => setSearchBy(key) })) }}>
        <Button icon={<DownOutlined />} iconPlacement="end">
          {say(findWords.find)}
        </Button>
      </Dropdown>
      {searchBy === 'piles' && (
        <BusinessPicker
          source={pileSource}
          multiple
          selectedRows={selectionOf(pileSource, piles).value === filters['cpCode'] ? piles : []}
          onClose={() => setSearchBy(undefined)}
          onDone={(rows) => {
            setPiles(rows);
            done(withChanges(filters, { cpCode: selectionOf(pileSource, rows).value }));
          }}
        />
      )}
      {searchBy !== undefined && searchBy !== 'piles' && (
        <ReportPicker
          code={searchBy}
          multi={false}
          initialRows={[]}
          onClose={() => setSearchBy(undefined)}
          onDone={(rows) =>
            done(
              withChanges(
                filters,
                dayFilters(
                  searchBy,
                  rows.map(({ row }) => row),
                ),
              ),
            )
          }
        />
      )}
    </>
  );
};

/** The station or pile and the day that were chosen, as filters of the list. */
const dayFilters = (name: ReportName, rows: readonly PlainRow[]): Readonly<Record<string, string | null>> => {
  const {
    day = null,
    stationTimezone: zone = null,
    ...places
  } = valuesOfPicked({ code: name, orgFields: reports[name].fields, destFields: reports[name].fields }, rows);
  return { cpCode: null, ...places, ...(day !== null && zone !== null && dayBounds(day, zone)) };
};

const withChanges = (filters: Filters, changes: Readonly<Record<string, string | null>>): Filters =>
  Object.fromEntries(Object.entries({ ...filters, ...changes }).filter((entry): entry is [string, string] => entry[1] !== null));

const pileSource: BusinessSource = {
  title: findWords.byPiles,
  listUrl: pileApi.list.path,
  valueKey: 'cpCode',
  displayKey: 'cpName',
  rowKey: 'cpCode',
  returnKeys: ['cpCode', 'stationId'],
  columns: [
    { dataIndex: 'cpCode', title: findWords.cpCode, width: 140 },
    { dataIndex: 'cpName', title: findWords.cpName, width: 160 },
    { dataIndex: 'stationId', title: findWords.station, width: 160 },
    { dataIndex: 'cpWorkStat', title: findWords.workState, width: 90 },
  ],
  queryConfig: [
    { key: 'cpCode', label: findWords.cpCode },
    { key: 'cpName', label: findWords.cpName },
    { key: 'cpWorkStat', label: findWords.workState, dictCode: pileWorkState.dictCode },
  ],
};
