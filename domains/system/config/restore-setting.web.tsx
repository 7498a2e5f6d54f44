import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { formatInstant, viewerZone } from '#kit/web/format.ts';
import { useSay } from '#kit/web/language.ts';
import { configWords } from './config.labels.ts';
import { configApi } from './config.ts';
import type { SettingChange, SettingRow } from './config.ts';
import { PastValue } from './past-value.web.tsx';

interface RestoreSettingProps {
  readonly row: SettingRow;
  readonly tenantId: string | null;
  readonly currentValue: unknown;
  readonly change: SettingChange;
  readonly changes: readonly { readonly path: string }[];
  readonly onClose: () => void;
}

/** Confirms the restoring of an earlier value: shows the current value and the new one. */
export const RestoreSetting = ({ row, tenantId, currentValue, change, changes, onClose }: RestoreSettingProps) => {
  const say = useSay();
  const { send, sending } = useSend(configApi.restore, { changes, doneText: configWords.restored, onDone: onClose });
  const { id, after, changedBy, changedTime } = change;
  return (
    <FormDialog
      width={480}
      title={say(configWords.restoreOf, { name: row.name })}
      okText={say(configWords.restore)}
      sending={sending}
      onClose={onClose}
      onFinish={() => void send({ key: row.key, tenantId, id, readVersion: row.version })}
    >
      <dl className="cf-compare">
        <dt>{say(configWords.now)}</dt>
        <dd>
          <PastValue row={row} value={currentValue} />
        </dd>
        <dt>{say(configWords.back)}</dt>
        <dd>
          <PastValue row={row} value={after} />
          <span className="cf-hint">{say(configWords.changedBy, { who: changedBy, when: formatInstant(String(changedTime), viewerZone()) })}</span>
        </dd>
      </dl>
    </FormDialog>
  );
};
