import { Progress } from 'antd';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { EmptyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { chargeRecountLabels } from './charge-recount.labels.ts';
import { chargeRecount, chargeRecountApi } from './charge-recount.ts';

type Row = RowOf<typeof chargeRecount.fields>;

/** Recounts that people asked for, with their progress. */
export const ChargeRecountList = () => (
  <ListPage of={chargeRecount} api={chargeRecountApi} labels={chargeRecountLabels} columns={columns} render={draw} rowActions={actions} />
);

const actions = ['detail'] as const;
const columns = [
  'firstDay',
  'lastDay',
  'stationId',
  'recountState',
  'daysDone',
  'rowsCorrected',
  'problem',
  'createBy',
  'createTime',
  'endedTime',
  'tenantId',
] as const;
const PERCENT = 100;

const Share = ({ row: { daysDone, daysTotal } }: { readonly row: Row }) => {
  const say = useSay();
  if (daysTotal === null || daysTotal === 0) return <EmptyCell />;
  return (
    <Progress
      percent={Math.floor((daysDone / daysTotal) * PERCENT)}
      size="small"
      aria-label={`${say(chargeRecountLabels.fields.daysDone)} ${daysDone} / ${daysTotal}`}
    />
  );
};

const draw = { daysDone: (_done: number, row: Row) => <Share row={row} /> };
