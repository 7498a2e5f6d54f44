import { Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { LoadError } from '#kit/web/load-error.tsx';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { formatInstant, viewerZone } from '#kit/web/format.ts';
import { Cell, EmptyCell } from '#kit/web/kinds/cell.tsx';
import { RefSelect } from '#kit/web/kinds/ref-select.tsx';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { useViewer } from '#kit/web/session/session.ts';
import { words } from '#kit/web/words.ts';
import { roleReach } from '#kit/resource/rights/role-level.ts';
import { configWords } from './config.labels.ts';
import { configApi, MASK } from './config.ts';
import type { SettingRow } from './config.ts';
import { EditSetting } from './edit-setting.web.tsx';
import { SettingHistory } from './setting-history.web.tsx';
import './config.css';

const PLATFORM = roleReach.platform;
const changes = [{ path: '/sys/config' }];
type OpenDialog = { readonly what: 'edit' | 'history'; readonly key: string };

/** All settings by group, for the platform or for a tenant. */
export const ConfigPage = () => {
  const say = useSay();
  const viewer = useViewer();
  const [tenantId, setTenantId] = useState<string | null>(null);
  const [dialog, setDialog] = useState<OpenDialog>();
  const { data, error, isPending, refetch } = useCall(configApi.list, { tenantId }, { keep: true });
  const groups = [...new Set((data ?? []).map(({ group }) => group))];
  const close = () => setDialog(undefined);
  const dialogRow = data?.find(({ key }) => key === dialog?.key);
  return (
    <div className="co-list">
      {viewer?.roleLevel === PLATFORM && (
        <section className="co-card cf-level">
          <label htmlFor="cf-level">{say(configWords.level)}</label>
          <RefSelect id="cf-level" all to="tenant" value={tenantId} onChange={setTenantId} placeholder={say(configWords.forPlatform)} />
        </section>
      )}
      {isPending && <Skeleton active paragraph={{ rows: 6 }} />}
      {error && <LoadError because={error.message} retry={refetch} />}
      {data?.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.empty)} />}
      {groups.map((group) => (
        <section key={group} className="co-card" aria-label={group}>
          <h2 className="cf-group">{group}</h2>
          <ul className="cf-rows">
            {(data ?? [])
              .filter((row) => row.group === group)
              .map((row) => (
                <SettingItem key={row.key} row={row} tenantId={tenantId} onOpen={(what) => setDialog({ what, key: row.key })} />
              ))}
          </ul>
        </section>
      ))}
      {dialogRow && dialog?.what === 'edit' && <EditSetting row={dialogRow} tenantId={tenantId} changes={changes} onClose={close} />}
      {dialogRow && dialog?.what === 'history' && <SettingHistory row={dialogRow} tenantId={tenantId} changes={changes} onClose={close} />}
    </div>
  );
};

interface SettingItemProps {
  readonly row: SettingRow;
  readonly tenantId: string | null;
  readonly onOpen: (what: OpenDialog['what']) => void;
}

const sources = {
  default: ['quiet', configWords.fromDefault],
  platform: ['busy', configWords.fromPlatform],
  tenant: ['good', configWords.fromTenant],
} as const;

const SettingItem = ({ row, tenantId, onOpen }: SettingItemProps) => {
  const say = useSay();
  const { confirm } = useFeedback();
  const { send } = useSend(configApi.reset, { changes, doneText: configWords.wasReset });
  const [tone, source] = sources[row.from];
  const reset = async () => {
    if (await confirm({ title: say(configWords.askReset, { name: row.name }), okText: configWords.reset })) await send({ key: row.key, tenantId });
  };
  return (
    <li className="cf-row">
      <div className="cf-what">
        <span className="cf-name">{row.name}</span>
        {row.hint && <span className="cf-hint">{row.hint}</span>}
        {row.updateTime && (
          <span className="cf-hint">
            {say(configWords.changedBy, { who: row.updateBy ?? '', when: formatInstant(String(row.updateTime), viewerZone()) })}
          </span>
        )}
      </div>
      <div className="cf-value">
        <ShownValue row={row} value={row.value} />
        <span className={`co-code co-code-${tone}`}>{say(source)}</span>
      </div>
      <div className="cf-acts">
        <ActButton size="small" allow={configApi.edit.allow} onClick={() => onOpen('edit')}>
          {say(words.edit)}
        </ActButton>
        <ActButton size="small" type="text" allow={configApi.history.allow} onClick={() => onOpen('history')}>
          {say(configWords.history)}
        </ActButton>
        {row.version > 0 && (
          <ActButton size="small" type="text" allow={configApi.reset.allow} onClick={() => void reset()}>
            {say(configWords.reset)}
          </ActButton>
        )}
      </div>
    </li>
  );
};

const ShownValue = ({ row, value }: { readonly row: SettingRow; readonly value: unknown }) => {
  if (row.field.secret) return row.hasSecret ? <span>{MASK}</span> : <EmptyCell />;
  return <Cell field={row.field} name={row.key} value={value} row={{}} />;
};
