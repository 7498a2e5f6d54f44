import { Button, Select } from 'antd';
import SafetyCertificateOutlined from '@ant-design/icons/SafetyCertificateOutlined';
import { useMemo } from 'react';
import type { ChainProof } from '#kit/resource/chain.ts';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { popupFilledBy } from '#kit/web/kinds/choice-list.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import type { Rows } from '#kit/web/list/rows/use-rows.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { Changes } from './changes.web.tsx';
import { logType } from './sys-log.codes.ts';
import { logWords, sysLogLabels } from './sys-log.labels.ts';
import { sysLog, sysLogApi } from './sys-log.ts';
import './sys-log.css';

type LogRow = RowOf<typeof sysLog.fields>;
const { login, operation } = valuesOf(logType);

/** The operation log: changes by users. */
export const OperationLog = () => (
  <ListPage
    of={sysLog}
    api={sysLogApi}
    labels={sysLogLabels}
    columns={operationColumns}
    filters={operationFilters}
    rowActions={actions}
    fixedFilters={operations}
    toolbar={<VerifyButton />}
    extra={nounChoice}
    render={draw}
  />
);

/** The sign-in log: sign-ins, failed attempts and sign-outs. */
export const SignInLog = () => (
  <ListPage
    of={sysLog}
    api={sysLogApi}
    labels={sysLogLabels}
    columns={signInColumns}
    filters={signInFilters}
    rowActions={actions}
    fixedFilters={signIns}
    render={draw}
  />
);

const operations = { logType: String(operation) };
const signIns = { logType: String(login) };
const operationColumns = [
  'createTime',
  'username',
  'logContent',
  'objectName',
  'outcome',
  'operateType',
  'ip',
  'device',
  'costTime',
  'tenantId',
] as const;
const operationFilters = ['createTime', 'username', 'logContent', 'objectName', 'operateType', 'outcome', 'ip', 'tenantId'] as const;
const signInColumns = ['createTime', 'username', 'realname', 'logContent', 'outcome', 'reason', 'ip', 'device', 'tenantId'] as const;
const signInFilters = ['createTime', 'username', 'outcome', 'ip', 'tenantId'] as const;
const actions = ['detail'] as const;

const draw = {
  changes: (value: LogRow['changes'], row: LogRow) => <Changes changes={value ?? []} count={row.objectCount} />,
  objectName: (value: LogRow['objectName'], row: LogRow) => <ObjectName name={value} id={row.objectId} count={row.objectCount} />,
};

/** The title of the object, or its id, and the number of objects. */
const ObjectName = ({ name, id, count }: { readonly name: string | null; readonly id: string | null; readonly count: number }) => (
  <span className="co-clip" title={name ?? id ?? undefined}>
    {(name || id) ?? '—'}
    {count > 1 && <span className="sl-count">×{count}</span>}
  </span>
);

const nounChoice = (rows: Rows<LogRow>) => <NounChoice rows={rows} />;

/** Filters the log by noun. */
const NounChoice = ({ rows }: { readonly rows: Rows<LogRow> }) => {
  const say = useSay();
  const nounsQuery = useCall(sysLogApi.nouns, {}, { staleMs: Infinity });
  const options = useMemo(() => (nounsQuery.data ?? []).map(({ value, text }) => ({ value, label: text })), [nounsQuery.data]);
  const { filters } = rows.state;
  return (
    <Select
      className="sl-noun"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={say(sysLogLabels.fields.noun)}
      placeholder={say(logWords.anyNoun)}
      options={options}
      {...popupFilledBy(nounsQuery)}
      value={typeof filters['noun'] === 'string' ? filters['noun'] : undefined}
      onChange={(noun?: string) => {
        const { noun: _before, ...others } = filters;
        rows.change({ filters: noun === undefined ? others : { ...others, noun } });
      }}
    />
  );
};

/** Verifies the chains and shows the findings. */
const VerifyButton = () => {
  const say = useSay();
  const may = usePermission();
  const { showSuccess, confirm } = useFeedback();
  const showProof = (proof: ChainProof): void => {
    const waitingText = proof.waiting > 0 ? ` · ${say(logWords.waiting, { n: proof.waiting })}` : '';
    if (proof.ok) return showSuccess(say(logWords.whole, { rows: proof.rows, seals: proof.seals }) + waitingText);
    const lines = proof.findings.slice(0, FINDINGS_MAX).map(({ kind, what }) => `${kind}: ${what}`);
    void confirm({ title: say(logWords.broken, { n: proof.findings.length }), body: lines.join('\n'), danger: true });
  };
  const { send, sending } = useSend(sysLogApi.verify, { doneText: false, onDone: showProof });
  if (!may(sysLogApi.verify.allow).ok) return null;
  return (
    <Button icon={<SafetyCertificateOutlined />} loading={sending} onClick={() => void send({})}>
      {say(logWords.verify)}
    </Button>
  );
};
const FINDINGS_MAX = 10;
