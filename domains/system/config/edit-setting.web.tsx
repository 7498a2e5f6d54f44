import { useId, useState } from 'react';
import { parse } from '#kit/fields/parse.ts';
import type { Problem } from '#kit/fields/problems.ts';
import { problemText } from '#kit/fields/problem-text.ts';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { FieldInput } from '#kit/web/kinds/input.tsx';
import { useLanguage, useSay } from '#kit/web/language.ts';
import { textOf } from '#kit/web/text-of.ts';
import { words } from '#kit/web/words.ts';
import { configWords } from './config.labels.ts';
import { configApi } from './config.ts';
import type { SettingRow } from './config.ts';

interface EditSettingProps {
  readonly row: SettingRow;
  readonly tenantId: string | null;
  readonly changes: readonly { readonly path: string }[];
  readonly onClose: () => void;
}

/** Edits one setting, with the input of its kind and the server's validation. */
export const EditSetting = ({ row, tenantId, changes, onClose }: EditSettingProps) => {
  const say = useSay();
  const language = useLanguage();
  const id = useId();
  const [value, setValue] = useState<unknown>(row.value);
  const [problem, setProblem] = useState<Problem>();
  const { send, sending } = useSend(configApi.edit, { changes, doneText: configWords.saved, onDone: onClose });
  const save = () => {
    const parsed = parse(row.field, value);
    if (parsed.ok) void send({ key: row.key, tenantId, value, readVersion: row.version });
    else setProblem(parsed.problem);
  };
  const { initial } = row;
  return (
    <FormDialog width={480} title={row.name} okText={say(words.save)} sending={sending} onClose={onClose} onFinish={save}>
      <label htmlFor={id} className="cf-hint">
        {row.hint ?? row.name}
      </label>
      <FieldInput
        id={id}
        field={row.field}
        value={value}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-more`}
        onChange={(next) => {
          setValue(next);
          setProblem(undefined);
        }}
      />
      <div id={`${id}-more`} className="cf-hint">
        {problem !== undefined && (
          <span className="cf-problem" role="alert">
            {problemText(problem, { label: row.name, language })}
          </span>
        )}
        {row.field.secret && say(configWords.secretHint)}
        {!row.field.secret &&
          initial !== null &&
          say(configWords.initial, { value: `${textOf(initial)}${row.field.unit ? ` ${row.field.unit}` : ''}` })}
      </div>
    </FormDialog>
  );
};
