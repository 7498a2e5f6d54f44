import { useState } from 'react';
import { solveStat as stats } from '#engines/alarm/codes.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { formatSpan } from '#kit/web/format.ts';
import { EmptyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import type { BulkRequest } from '#kit/web/list/actions/bulk-action.ts';
import type { OwnColumn } from '#kit/web/list/columns/columns.tsx';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { exceptionName } from '../exception-conf/exception-names.ts';
import { exceptionRecordLabels, exceptionRecordWords } from './exception-record.labels.ts';
import { exceptionPresence, exceptionRecord, exceptionRecordApi } from './exception-record.ts';
import { openAlarmApi } from '../open-alarm/open-alarm.ts';
import { ShelveDialog } from './shelve-dialog.web.tsx';
import { SolveDialog } from './solve-dialog.web.tsx';

const BulkDialog = lazyComponent(() => import('#kit/web/list/actions/bulk-dialog.tsx').then((dialog) => dialog.BulkDialog));

const { lasts } = valuesOf(exceptionPresence);
type Row = RowOf<typeof exceptionRecord.fields>;

/** Every exception: those that last, and those that are over. */
export const ExceptionRecordList = () => {
  const { send } = useSend(exceptionRecordApi.acknowledge, { changes: [exceptionRecord] });
  const [solving, setSolving] = useState<Row>();
  const [shelving, setShelving] = useState<Row>();
  const unshelve = useSend(exceptionRecordApi.unshelve, { changes: [exceptionRecord, openAlarmApi.open] });
  return (
    <>
      <ListPage
        of={exceptionRecord}
        api={exceptionRecordApi}
        labels={exceptionRecordLabels}
        columns={columns}
        filters={filters}
        render={draw}
        batch={batch}
        rowActions={[
          {
            key: 'acknowledge',
            label: exceptionRecordWords.acknowledge,
            allow: exceptionRecordApi.acknowledge.allow,
            when: (row) => row.solveStat === stats.open,
            run: ({ exceptionRecordId }) => void send({ id: exceptionRecordId }),
          },
          {
            key: 'solve',
            label: exceptionRecordWords.solve,
            allow: exceptionRecordApi.solve.allow,
            when: (row) => row.solveStat !== stats.solved,
            run: setSolving,
          },
          {
            key: 'shelve',
            label: exceptionRecordWords.shelve,
            allow: exceptionRecordApi.shelve.allow,
            when: (row) => row.isPresent === lasts && row.solveStat !== stats.solved && row.shelvedUntil === null,
            run: setShelving,
          },
          {
            key: 'unshelve',
            label: exceptionRecordWords.unshelve,
            allow: exceptionRecordApi.unshelve.allow,
            when: (row) => row.isPresent === lasts && row.shelvedUntil !== null,
            run: ({ exceptionRecordId }) => void unshelve.send({ id: exceptionRecordId }),
          },
          'detail',
        ]}
      />
      {shelving && <ShelveDialog record={shelving} onClose={() => setShelving(undefined)} />}
      {solving && <SolveOne row={solving} onClose={() => setSolving(undefined)} />}
    </>
  );
};

const SolveOne = ({ row, onClose }: { readonly row: Row; readonly onClose: () => void }) => {
  const { send, sending } = useSend(exceptionRecordApi.solve, { changes: [exceptionRecord], onDone: onClose });
  return (
    <SolveDialog
      lasts={row.isPresent === lasts}
      sending={sending}
      onSolve={(solveRemark) => send({ exceptionRecordId: row.exceptionRecordId, solveRemark })}
      onClose={onClose}
    />
  );
};

interface BatchProps {
  readonly ids: readonly string[];
  /** Called with the rows that stay selected; without them the selection is cleared. */
  readonly done: (selected?: readonly string[]) => void;
}

/** Acknowledges or solves many at once, after one cause has made many exceptions. */
const RecordBatch = ({ ids, done }: BatchProps) => {
  const say = useSay();
  const [dialog, setDialog] = useState<BulkRequest | 'solve'>();
  const request = (verb: 'acknowledge' | 'solve', shared?: Readonly<Record<string, unknown>>) => {
    const label = say(exceptionRecordWords[verb]);
    setDialog({ ids, danger: false, title: label, label, verb, ...(shared && { shared }) });
  };
  const close = (selected?: readonly string[]) => {
    setDialog(undefined);
    if (selected) done(selected);
  };
  return (
    <>
      <ActButton allow={exceptionRecordApi.acknowledge.allow} onClick={() => request('acknowledge')}>
        {say(exceptionRecordWords.acknowledge)}
      </ActButton>
      <ActButton allow={exceptionRecordApi.solve.allow} onClick={() => setDialog('solve')}>
        {say(exceptionRecordWords.solve)}
      </ActButton>
      {dialog === 'solve' && <SolveDialog lasts={false} onSolve={(solveRemark) => request('solve', { solveRemark })} onClose={() => close()} />}
      {dialog !== undefined && dialog !== 'solve' && <BulkDialog noun={exceptionRecord} request={dialog} onClose={close} />}
    </>
  );
};
const batch = (ids: readonly string[], done: BatchProps['done']) => <RecordBatch ids={ids} done={done} />;

const nameColumn: OwnColumn<Row> = {
  key: 'exception',
  title: exceptionRecordWords.exception,
  width: 230,
  render: (row) => <ExceptionName row={row} />,
};
const columns = [
  ...(['errorTime', 'exceptionLevel'] as const),
  nameColumn,
  ...(['solveStat', 'cpCode', 'gunNumber', 'isPresent', 'duration', 'suppressedBy', 'shelvedUntil', 'shelveReason'] as const),
  ...(['errorInfo', 'faultEndTime', 'solveUser', 'solveTime', 'solveRemark', 'subject', 'isUnstable', 'exceptionType', 'exceptionCode'] as const),
  ...(['stationId', 'agentId', 'tenantId'] as const),
];
const filters = [
  'exceptionLevel',
  'isPresent',
  'solveStat',
  'exceptionType',
  'exceptionCode',
  'cpCode',
  'incidentId',
  'stationId',
  'agentId',
  'tenantId',
  'errorTime',
] as const;

/** The code by its name. */
const ExceptionName = ({ row }: { readonly row: Row }) => <>{useSay()(exceptionName(row.exceptionType, row.exceptionCode))}</>;
const GunNumber = ({ gun }: { readonly gun: number }) => {
  const say = useSay();
  return <>{gun === 0 ? say(exceptionRecordWords.pile) : gun}</>;
};

const draw = {
  gunNumber: (value: number, row: Row) => (row.cpCode === null ? <EmptyCell /> : <GunNumber gun={value} />),
  cpCode: (value: string | null) => (value === null ? <EmptyCell /> : <a href={`#/network/pile?view=${encodeURIComponent(value)}`}>{value}</a>),
  duration: (value: number | null) => (value === null ? <EmptyCell /> : formatSpan(value)),
};
