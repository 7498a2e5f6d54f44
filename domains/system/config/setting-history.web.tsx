import { Drawer, Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { parse } from '#kit/fields/parse.ts';
import { problemText } from '#kit/fields/problem-text.ts';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { LoadError } from '#kit/web/load-error.tsx';
import { formatInstant, viewerZone } from '#kit/web/format.ts';
import { useLanguage, useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { useIsPhone } from '#kit/web/screen.ts';
import { configWords } from './config.labels.ts';
import { configApi } from './config.ts';
import type { SettingChange, SettingRow } from './config.ts';
import { RestoreSetting } from './restore-setting.web.tsx';
import { PastValue } from './past-value.web.tsx';

const WIDTH = 560;

interface SettingHistoryProps {
  readonly row: SettingRow;
  readonly tenantId: string | null;
  readonly changes: readonly { readonly path: string }[];
  readonly onClose: () => void;
}

/** The changes of a setting, with user and time; each can be restored. */
export const SettingHistory = ({ row, tenantId, changes, onClose }: SettingHistoryProps) => {
  const say = useSay();
  const phone = useIsPhone();
  const [restoring, setRestoring] = useState<SettingChange>();
  const { data, error, isPending, refetch } = useCall(configApi.history, { key: row.key, tenantId }, { staleMs: 0 });
  const currentValue = data?.[0]?.after ?? null;
  return (
    <Drawer open onClose={onClose} size={phone ? '100%' : WIDTH} title={`${say(configWords.history)} · ${row.name}`}>
      {isPending && <Skeleton active />}
      {error && <LoadError because={error.message} retry={refetch} />}
      {data?.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(configWords.noHistory)} />}
      <ol className="cf-rows">
        {data?.map((change, index) => (
          <ChangeItem
            key={change.id}
            row={row}
            change={change}
            currentValue={currentValue}
            isNewest={index === 0}
            onRestore={() => setRestoring(change)}
          />
        ))}
      </ol>
      {restoring && (
        <RestoreSetting
          row={row}
          tenantId={tenantId}
          currentValue={currentValue}
          change={restoring}
          changes={changes}
          onClose={() => setRestoring(undefined)}
        />
      )}
    </Drawer>
  );
};

interface ChangeItemProps {
  readonly row: SettingRow;
  readonly change: SettingChange;
  readonly currentValue: unknown;
  readonly isNewest: boolean;
  readonly onRestore: () => void;
}

const formatTime = (time: string | Date): string => formatInstant(String(time), viewerZone());

const ChangeItem = ({ row, change, currentValue, isNewest, onRestore }: ChangeItemProps) => {
  const say = useSay();
  const language = useLanguage();
  const { before, after, changedBy, changedTime, restores } = change;
  const isNow = JSON.stringify(after) === JSON.stringify(currentValue);
  const parsed = after === null ? { ok: true as const } : parse(row.field, after);
  return (
    <li className="cf-change">
      <span className="cf-step">
        <PastValue row={row} value={before} /> → <PastValue row={row} value={after} />
      </span>
      <span className="cf-hint">
        {say(configWords.changedBy, { who: changedBy, when: formatTime(changedTime) })}
        {restores !== null && ` · ${say(configWords.restores, { when: formatTime(restores) })}`}
        {!row.field.secret && !parsed.ok && (
          <span className="cf-problem">{say(configWords.noLonger, { problem: problemText(parsed.problem, { label: row.name, language }) })}</span>
        )}
      </span>
      {!row.field.secret && isNewest && <span className="co-code co-code-good">{say(configWords.holdsNow)}</span>}
      {!row.field.secret && !isNow && parsed.ok && (
        <ActButton size="small" type="link" allow={configApi.restore.allow} onClick={onRestore}>
          {say(configWords.restore)}
        </ActButton>
      )}
    </li>
  );
};
