import { useMemo } from 'react';
import { itemOf } from '#kit/fields/codes.ts';
import { InstantCell, EmptyCell } from '#kit/web/kinds/cell.tsx';
import type { PlainRow } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { parameterNo } from '../protocol.codes.ts';
import { requesterWords, commandReasonWords, commandWords, deviceCommandLabels, remarkWords } from './command.labels.ts';
import { commandStat, deviceCommand, deviceCommandApi } from './command.ts';
import '../device.css';

type Row = RowOf<typeof deviceCommand.fields>;

/** The commands sent to all piles, with their results. */
export const CommandList = () => (
  <ListPage
    of={deviceCommand}
    api={deviceCommandApi}
    labels={deviceCommandLabels}
    columns={columns}
    filters={filters}
    render={draw}
    rowActions={actions}
  />
);

/** The commands of one pile, shown as a tab of its details. */
export const PileCommands = ({ pile }: { readonly pile: { readonly cpCode: string } }) => {
  const where = useMemo(() => ({ cpCode: pile.cpCode }), [pile.cpCode]);
  return (
    <ListPage
      of={deviceCommand}
      api={deviceCommandApi}
      labels={deviceCommandLabels}
      columns={pileColumns}
      filters={pileFilters}
      render={draw}
      rowActions={actions}
      fixedFilters={where}
      stateIn="local"
    />
  );
};

const actions = ['detail' as const];
const columns = [
  ...([
    'createTime',
    'cpCode',
    'gunNumber',
    'cmd',
    'paramNo',
    'stat',
    'result',
    'keyVal',
    'remark',
    'because',
    'requestedBy',
    'chargingOrderNo',
  ] as const),
  ...(['sentAt', 'completedAt', 'stationId', 'agentId', 'tenantId'] as const),
];
const filters = ['cpCode', 'cmd', 'paramNo', 'stat', 'result', 'stationId', 'chargingOrderNo', 'agentId', 'tenantId', 'createTime'] as const;
const pileColumns = ['createTime', 'cmd', 'paramNo', 'gunNumber', 'stat', 'result', 'keyVal', 'remark', 'because', 'requestedBy'] as const;
const pileFilters = ['cmd', 'paramNo', 'stat', 'createTime'] as const;

const draw = {
  cpCode: (value: string) => <a href={`#/network/pile?view=${encodeURIComponent(value)}`}>{value}</a>,
  paramNo: (value: number | null) => <ParameterName no={value} />,
  gunNumber: (value: number | null) => (value === null || value === 0 ? <EmptyCell /> : value),
  remark: (value: string | null, row: Row) => <Remark value={value} waiting={row.stat === commandStat.items.notExecuted.value} />,
  requestedBy: (value: string) => <ReasonText text={value} table={requesterWords} />,
  because: (value: string) => <ReasonText text={value} table={commandReasonWords} />,
  chargingOrderNo: (value: string | null) =>
    value === null ? <EmptyCell /> : <a href={`#/order/charging-order?chargingOrderNo=${encodeURIComponent(value)}`}>{value}</a>,
  sentAt: (value: string | null, row: Row) => (value === null ? <EmptyCell /> : <ElapsedInstant at={value} since={row.createTime} />),
  completedAt: (value: string | null, row: Row) =>
    value === null ? <EmptyCell /> : <ElapsedInstant at={value} since={row.sentAt ?? row.createTime} />,
  payload: (value: unknown, _row: PlainRow) => <pre className="co-json dv-json">{JSON.stringify(value, null, 2)}</pre>,
};

/** A reason in the words of its table; text that the pile itself sent is shown unchanged. */
const ReasonText = ({
  text,
  table,
}: {
  readonly text: string;
  readonly table: Readonly<Record<string, Parameters<ReturnType<typeof useSay>>[0]>>;
}) => {
  const say = useSay();
  const reason = table[text];
  return <span className="co-clip">{reason ? say(reason) : text}</span>;
};

/** The parameter that a command sets, with its number. */
const ParameterName = ({ no }: { readonly no: number | null }) => {
  const say = useSay();
  const parameter = itemOf(parameterNo, no);
  if (!parameter) return <EmptyCell />;
  return (
    <span className="co-clip">
      <span className="co-num">{no}</span> {say(parameter.words)}
    </span>
  );
};

/** Why a command is still waiting, or how it ended. */
const Remark = ({ value, waiting }: { readonly value: string | null; readonly waiting: boolean }) => {
  const say = useSay();
  if (waiting) return <span className="co-clip">{say(value === 'busy' ? commandWords.waitsForTurn : commandWords.waitsForPile)}</span>;
  return value === null || value === '' ? <EmptyCell /> : <ReasonText text={value} table={remarkWords} />;
};

/** An instant with the time elapsed since an earlier one. */
const ElapsedInstant = ({ at, since }: { readonly at: string; readonly since: string }) => {
  const seconds = (Date.parse(at) - Date.parse(since)) / 1_000;
  return (
    <span className="dv-took">
      <InstantCell value={at} />
      {seconds >= 0 && <small className="co-unit">+{seconds < 10 ? seconds.toFixed(2) : Math.round(seconds)} s</small>}
    </span>
  );
};
