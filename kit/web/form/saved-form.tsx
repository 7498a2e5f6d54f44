import { Alert, Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { PlainRow } from '../kinds/cell.tsx';
import { formatInstant, viewerZone } from '../format.ts';
import { useSay } from '../language.ts';
import { textOf } from '../text-of.ts';
import { words } from '../words.ts';
import type { AnyDraftHandle } from './draft.ts';
import { useStoredDraft } from './stored-draft.ts';

/** What a form keeps of itself: the row as it was read, and what stands in the inputs. */
export interface SavedForm {
  readonly row: PlainRow | undefined;
  readonly values: PlainRow;
}

/** The name of a form's work: its noun and the row, if it edits one. */
const formName = (noun: string, key: unknown): string => `${noun} ${key === undefined ? 'add' : textOf(key)}`;

/** Keeps what is typed into a form until it is saved or given up, and puts it back when the same person opens it again. */
export const useSavedForm = (draft: AnyDraftHandle, { key, row }: { readonly key: unknown; readonly row: PlainRow | undefined }) => {
  const { stored: saved, keepNow } = useStoredDraft<SavedForm>(formName(draft.of.name, key));
  const [foundAtMs, setFoundAtMs] = useState(saved?.atMs);
  const { form } = draft;
  // Once: a hidden tab that is shown again has newer words in its form.
  const isPutBack = useRef(false);
  useEffect(() => {
    if (saved && !isPutBack.current) form.setFieldsValue(saved.value.values);
    isPutBack.current = true;
  }, [saved, form]);
  const forget = () => keepNow(null);
  const saveDraft = () => {
    const secrets = draft.fields.filter(({ field }) => field.secret === true).map(({ name }) => name);
    const values = Object.entries(form.getFieldsValue(true) as PlainRow).filter(([name]) => !secrets.includes(name));
    const work: SavedForm = { row, values: Object.fromEntries(values) };
    keepNow(draft.isDirty() ? work : null);
  };
  const startOver = () => {
    form.resetFields();
    forget();
    setFoundAtMs(undefined);
  };
  return { keep: saveDraft, forget, restored: foundAtMs !== undefined && <Restored atMs={foundAtMs} onStartOver={startOver} /> };
};

const Restored = ({ atMs, onStartOver }: { readonly atMs: number; readonly onStartOver: () => void }) => {
  const say = useSay();
  const action = (
    <Button size="small" type="link" onClick={onStartOver}>
      {say(words.startOver)}
    </Button>
  );
  return (
    <Alert
      className="co-restored"
      type="info"
      showIcon
      title={say(words.restored, { time: formatInstant(atMs, viewerZone()).slice(0, 16) })}
      action={action}
    />
  );
};
