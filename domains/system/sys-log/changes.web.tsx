import { Table } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { useMemo } from 'react';
import { useSay } from '#kit/web/language.ts';
import { textOf } from '#kit/web/text-of.ts';
import { logWords } from './sys-log.labels.ts';
import type { ChangedField, ChangedRow } from './sys-log.ts';

/** The changes of a call by row and field: old and new values. */
export const Changes = ({ changes, count }: { readonly changes: readonly ChangedRow[]; readonly count: number }) => {
  const say = useSay();
  return (
    <div className="sl-changes">
      {changes.map((change) => (
        <section key={`${change.noun} ${change.id}`}>
          <h3>
            <span className={`sl-kind sl-kind-${change.kind}`}>{say(kinds[change.kind])}</span>
            {change.nounText ?? change.noun} · {change.name || change.id}
          </h3>
          {change.fields.length > 0 && <Fields change={change} />}
        </section>
      ))}
      {count > changes.length && changes.length > 0 && <p>{say(logWords.more, { n: count - changes.length })}</p>}
    </div>
  );
};

const kinds = { add: logWords.added, edit: logWords.edited, delete: logWords.deleted, look: logWords.looked } as const;

const Fields = ({ change }: { readonly change: ChangedRow }) => {
  const say = useSay();
  const isReveal = change.kind === 'look';
  const columns: ColumnsType<ChangedField> = useMemo(
    () => [
      { key: 'name', title: say(logWords.field), width: '30%', render: (_value, { label, name }) => label ?? name },
      ...(isReveal
        ? []
        : [
            {
              key: 'before',
              title: say(logWords.before),
              render: (_value: unknown, field: ChangedField) => <Value value={field.before} text={field.beforeText} />,
            },
          ]),
      {
        key: 'after',
        title: say(isReveal ? logWords.looked : logWords.after),
        render: (_value, field) => <Value value={field.after} text={field.afterText} />,
      },
    ],
    [say, isReveal],
  );
  return <Table size="small" bordered pagination={false} rowKey="name" columns={columns} dataSource={[...change.fields]} />;
};

/** The text of a code or reference, with the stored value. */
const Value = ({ value, text }: { readonly value: unknown; readonly text?: string | undefined }) => {
  if (value === null || value === undefined || value === '') return <span className="co-none">—</span>;
  const stored = typeof value === 'object' ? JSON.stringify(value) : textOf(value);
  return <span className="sl-value">{text === undefined || text === stored ? stored : `${text} (${stored})`}</span>;
};
