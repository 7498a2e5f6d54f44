import { useId, useState } from 'react';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { useSay } from '#kit/web/language.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { CategoryInput } from './category-input.web.tsx';
import { categoryLabels, categoryWords } from './category.labels.ts';
import { category, categoryApi } from './category.ts';

const WIDTH = 480;

interface MoveCategoryProps {
  readonly row: RowOf<(typeof category)['fields']>;
  readonly onMoved: (pid: string) => void;
  readonly onClose: () => void;
}

/** Asks for the new parent of a category. */
export const MoveCategory = ({ row, onMoved, onClose }: MoveCategoryProps) => {
  const say = useSay();
  const id = useId();
  const [pid, setPid] = useState<unknown>(row.pid);
  const { send, sending } = useSend(categoryApi.move, { changes: [category], doneText: categoryWords.moved, onDone: (moved) => onMoved(moved.pid) });
  return (
    <FormDialog
      title={say(categoryWords.moveTitle, { name: row.name })}
      width={WIDTH}
      okText={say(categoryWords.move)}
      sending={sending}
      onFinish={() => void send({ id: row.id, pid: String(pid) })}
      onClose={onClose}
    >
      <label htmlFor={id}>{say(categoryLabels.fields.pid)}</label>
      <CategoryInput id={id} field={category.fields.pid} value={pid} onChange={setPid} aria-describedby={`${id}-more`} />
      <p id={`${id}-more`} className="co-hint">
        {say(categoryWords.moveHint)}
      </p>
    </FormDialog>
  );
};
