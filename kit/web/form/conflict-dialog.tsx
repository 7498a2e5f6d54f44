import { Modal, Radio, Table } from 'antd';
import { useState } from 'react';
import { Cell } from '../kinds/cell.tsx';
import type { PlainRow } from '../kinds/cell.tsx';
import { useSay } from '../language.ts';
import { words } from '../words.ts';
import type { Conflict, DraftField } from './draft.ts';

interface ConflictDialogProps {
  readonly conflict: Conflict;
  readonly fields: readonly DraftField[];
  readonly saving: boolean;
  readonly onResolve: (values: PlainRow) => void;
  readonly onCancel: () => void;
}

type Side = 'mine' | 'theirs';

const text = (value: unknown): string => JSON.stringify(value ?? null);

/** Field by field: what was read, what it is now, what was meant here. Fields that only they changed keep their value. */
export const ConflictDialog = ({ conflict, fields, saving, onResolve, onCancel }: ConflictDialogProps) => {
  const say = useSay();
  const { read, theirs, mine } = conflict;
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const changed = fields.filter(({ name }) => text(theirs[name]) !== text(read[name]) || text(mine[name]) !== text(read[name]));
  const contested = changed.filter(({ name }) => text(mine[name]) !== text(read[name]) && text(theirs[name]) !== text(mine[name]));
  const sideOf = (name: string): Side => chosen[name] ?? (text(mine[name]) === text(read[name]) ? 'theirs' : 'mine');
  const valueOf = ({ name }: DraftField): unknown => (sideOf(name) === 'mine' ? mine[name] : theirs[name]);
  const cell = (one: DraftField, row: PlainRow) => <Cell field={one.field} name={one.name} value={row[one.name]} row={row} />;
  const side = (one: DraftField, which: Side) => (
    <Radio checked={sideOf(one.name) === which} disabled={!contested.includes(one)} onChange={() => setChosen({ ...chosen, [one.name]: which })}>
      {cell(one, which === 'mine' ? mine : theirs)}
    </Radio>
  );
  return (
    <Modal
      open
      width={760}
      title={say(words.conflictTitle)}
      okText={say(words.save)}
      cancelText={say(words.cancel)}
      confirmLoading={saving}
      onCancel={onCancel}
      onOk={() => onResolve(Object.fromEntries(fields.map((one) => [one.name, valueOf(one)])))}
    >
      <p className="co-hint">{say(words.conflictHint)}</p>
      <Table<DraftField>
        className="co-table"
        size="small"
        pagination={false}
        rowKey="name"
        dataSource={[...changed]}
        columns={[
          { title: say(words.conflictField), dataIndex: 'label' },
          { title: say(words.conflictRead), key: 'read', render: (_value, one) => cell(one, read) },
          { title: say(words.conflictTheirs), key: 'theirs', render: (_value, one) => side(one, 'theirs') },
          { title: say(words.conflictMine), key: 'mine', render: (_value, one) => side(one, 'mine') },
        ]}
      />
    </Modal>
  );
};
