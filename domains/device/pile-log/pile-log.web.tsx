import { useMemo } from 'react';
import type { PileRow } from '#domains/network/web.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { formatBytes } from '#kit/web/format.ts';
import { EmptyCell } from '#kit/web/kinds/cell.tsx';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { CallError, download, saveFile } from '#kit/web/calls/client.ts';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import { logStat } from './pile-log.codes.ts';
import { pileLogLabels, pileLogWords } from './pile-log.labels.ts';
import { pileLog, pileLogApi } from './pile-log.ts';

const { received } = valuesOf(logStat);

/** The logs that were fetched from piles. */
export const PileLogList = () => <Logs />;

/** Those of one pile, in its drawer. */
export const PileLogs = ({ pile: { cpCode } }: { readonly pile: PileRow }) => <Logs cpCode={cpCode} />;

const Logs = ({ cpCode }: { readonly cpCode?: string }) => {
  const ofPile = useMemo(() => (cpCode === undefined ? undefined : { cpCode }), [cpCode]);
  const { refused } = useFeedback();
  const save = async (pileLogId: string) => {
    try {
      saveFile(await download(pileLogApi.download, { pileLogId }));
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem;
      refused(problem);
    }
  };
  return (
    <ListPage
      of={pileLog}
      api={pileLogApi}
      labels={pileLogLabels}
      columns={ofPile ? pileColumns : columns}
      filters={ofPile ? noFilters : filters}
      {...(ofPile && { fixedFilters: ofPile, stateIn: 'local' as const })}
      render={draw}
      rowActions={[
        {
          key: 'download',
          label: pileLogWords.download,
          allow: pileLogApi.download.allow,
          when: (row) => row.logStat === received,
          run: ({ pileLogId }) => void save(pileLogId),
        },
        'detail',
      ]}
    />
  );
};

const columns = [
  ...(['cpCode', 'logKind', 'logFrom', 'logTo', 'logStat', 'failReason', 'failRemark', 'fileName', 'sizeBytes'] as const),
  ...(['receivedAt', 'createBy', 'createTime', 'stationId', 'agentId', 'tenantId'] as const),
];
const pileColumns = ['createTime', 'logKind', 'logFrom', 'logTo', 'logStat', 'failReason', 'fileName', 'sizeBytes'] as const;
const filters = ['cpCode', 'logStat', 'logKind', 'failReason', 'stationId', 'agentId', 'tenantId', 'createTime'] as const;
const noFilters = [] as const;
const draw = {
  sizeBytes: (value: number | null) => (value === null ? <EmptyCell /> : <span className="co-num">{formatBytes(value)}</span>),
  cpCode: (value: string) => <a href={`#/network/pile?view=${encodeURIComponent(value)}&tab=logs`}>{value}</a>,
};
