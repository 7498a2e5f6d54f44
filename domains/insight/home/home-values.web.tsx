import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { groupDigits } from '#kit/web/format.ts';
import { MoneyCell, NumberCell } from '#kit/web/kinds/cell.tsx';
import { ordersBehind } from '../charge-sum/orders-behind.rules.ts';
import type { HomeQuery } from './home-board.web.tsx';
import { statType } from './home-data.codes.ts';
import { percent } from '../operation/figure.web.tsx';
import type { DaySpan } from '../figures/figures.ts';
import type { HomeValue } from './home-data.ts';
import { ALL_STATIONS } from './home-data.ts';

/** The list with exactly the orders of some days. */
export const addressOf = ({ stationId, cpType }: Omit<HomeQuery, 'statType'>, { from, to }: DaySpan): string =>
  ordersBehind({ from, to, filters: stationId === ALL_STATIONS ? {} : { stationId }, cpType: cpType === undefined ? undefined : String(cpType) });

/** A value with its currency or unit. */
export const valueCell = ({ currency, value }: HomeValue, type: HomeQuery['statType']): ReactNode => {
  if (currency !== null) return <MoneyCell value={value} currency={currency} />;
  if (type === statType.items.usage.value) return percent(Number(value));
  return type === statType.items.energy.value ? <NumberCell value={Number(value).toFixed(1)} unit="kWh" /> : groupDigits(value);
};

export const HomeWait = () => <Skeleton active className="co-table-skeleton" />;
