import { ListPage } from '#kit/web/list/list-page.tsx';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { logState } from './warning-log.codes.ts';
import { warningLogLabels, warningLogWords } from './warning-log.labels.ts';
import { warningLog, warningLogApi } from './warning-log.ts';

type Row = RowOf<typeof warningLog.fields>;
const OVER = new Set<number>([logState.accepted, logState.dead, logState.suppressed, logState.received]);

/** Every message to a warning account, with what the provider answered. */
export const WarningLogList = () => {
  const { send } = useSend(warningLogApi.resend, { changes: [warningLog], doneText: warningLogWords.resent });
  return (
    <ListPage
      of={warningLog}
      api={warningLogApi}
      labels={warningLogLabels}
      columns={columns}
      filters={filters}
      render={draw}
      rowActions={[
        'detail',
        {
          key: 'resend',
          label: warningLogLabels.actions?.['resend'] ?? warningLogWords.resent,
          allow: warningLogApi.resend.allow,
          when: ({ warningStat }) => OVER.has(warningStat),
          run: ({ warningLogId }) => void send({ id: warningLogId }),
        },
      ]}
    />
  );
};

const draw = {
  warningMsg: (value: string) => (
    <span className="co-clip" title={value}>
      {value}
    </span>
  ),
  providerAnswer: (value: string | null, { suppressedReason_dictText: because }: Row & { readonly suppressedReason_dictText?: string }) => (
    <span className="co-clip">{value ?? because ?? ''}</span>
  ),
};

const columns = [
  ...(['createTime', 'warningStat', 'warningKind', 'exceptionLevel', 'warningMsg', 'warningAccountType', 'warningAccount'] as const),
  ...(['providerAnswer', 'warningTime', 'attempts', 'suppressedReason', 'warningAccountId', 'stationId', 'agentId', 'tenantId'] as const),
];
const filters = [
  ...(['warningStat', 'warningKind', 'exceptionLevel', 'warningAccountType', 'warningAccountId', 'suppressedReason', 'exceptionRecordId'] as const),
  ...(['incidentId', 'stationId', 'agentId', 'tenantId', 'createTime', 'warningTime'] as const),
];
