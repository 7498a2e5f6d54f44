import { Button, Modal, Radio, Space, Table } from 'antd';
import { useState } from 'react';
import { Cell } from '../kinds/cell.tsx';
import type { PlainRow } from '../kinds/cell.tsx';
import { useSay } from '../language.ts';
import { useCall } from '../calls/query.tsx';
import { usePicker } from '../kinds/ref-lookup.ts';
import type { Picker } from '../kinds/ref-lookup.ts';
import { textOf } from '../text-of.ts';
import { words } from '../words.ts';
import { changedFields, isContested, resolvedRow, sides, defaultSide } from './conflict.ts';
import type { ConflictSide } from './conflict.ts';
import type { Conflict, DraftField } from './draft.ts';

interface ConflictDialogProps {
  readonly conflict: Conflict;
  readonly fields: readonly DraftField[];
  readonly saving: boolean;
  readonly onResolve: (values: PlainRow) => void;
  readonly onCancel: () => void;
}

const heads = { base: words.conflictRead, theirs: words.conflictTheirs, mine: words.conflictMine } as const;

/** Shows for each field the value as it was read, as it is now and as it was entered; the user keeps one of them. */
export const ConflictDialog = ({ conflict, fields, saving, onResolve, onCancel }: ConflictDialogProps) => {
  const say = useSay();
  const [choices, setChoices] = useState<Readonly<Record<string, ConflictSide>>>({});
  const changed = changedFields(fields, conflict);
  const chooseAll = (side: ConflictSide) => setChoices(Object.fromEntries(changed.map(({ name }) => [name, side])));
  const choice = (draftField: DraftField, side: ConflictSide) => (
    <Radio
      aria-label={`${draftField.label}: ${say(heads[side])}`}
      checked={(choices[draftField.name] ?? defaultSide(draftField, conflict)) === side}
      onChange={() => setChoices({ ...choices, [draftField.name]: side })}
    >
      <Value draftField={draftField} side={side} conflict={conflict} />
    </Radio>
  );
  return (
    <Modal
      open
      width={820}
      title={say(words.conflictTitle)}
      okText={say(words.save)}
      cancelText={say(words.cancel)}
      confirmLoading={saving}
      onCancel={onCancel}
      onOk={() => onResolve(resolvedRow(fields, conflict, choices))}
    >
      <p className="co-hint">{say(words.conflictHint)}</p>
      <Space className="co-conflict-all">
        <Button size="small" onClick={() => chooseAll('mine')}>
          {say(words.conflictAllMine)}
        </Button>
        <Button size="small" onClick={() => chooseAll('theirs')}>
          {say(words.conflictAllTheirs)}
        </Button>
      </Space>
      <Table<DraftField>
        className="co-table"
        size="small"
        pagination={false}
        rowKey="name"
        scroll={{ x: 560 }}
        dataSource={[...changed]}
        columns={[
          {
            title: say(words.conflictField),
            key: 'field',
            render: (_value, draftField) => (
              <>
                {draftField.label} {isContested(draftField, conflict) && <span className="co-code co-code-warn">{say(words.conflictBoth)}</span>}
              </>
            ),
          },
          ...sides.map((side) => ({
            title: say(heads[side]),
            key: side,
            render: (_value: unknown, draftField: DraftField) => choice(draftField, side),
          })),
        ]}
      />
    </Modal>
  );
};

interface ValueProps {
  readonly draftField: DraftField;
  readonly side: ConflictSide;
  readonly conflict: Conflict;
}

const Value = ({ draftField, side, conflict }: ValueProps) => {
  const { name, field } = draftField;
  const row = conflict[side];
  // A row contains the text of its own reference; a value that was picked in the form may be in neither row.
  const labelled = [conflict.base, conflict.theirs].find((other) => other[name] === row[name] && other[`${name}_dictText`] !== undefined);
  if (field.kind === 'ref' && !labelled && typeof row[name] === 'string' && row[name] !== '')
    return <RefText to={field.to ?? ''} value={row[name]} />;
  return (
    <Cell field={field} name={name} value={row[name]} row={{ ...row, ...(labelled && { [`${name}_dictText`]: labelled[`${name}_dictText`] }) }} />
  );
};

const noPicker: Picker = { method: 'GET', path: '/', allow: 'signedIn', input: {}, output: { form: 'rows' } };

const RefText = ({ to, value }: { readonly to: string; readonly value: string }) => {
  const picker = usePicker(to, true);
  const { data } = useCall(picker ?? noPicker, { ids: value }, { enabled: picker !== undefined });
  return <>{textOf(data?.find((row) => row.value === value)?.text ?? value)}</>;
};
