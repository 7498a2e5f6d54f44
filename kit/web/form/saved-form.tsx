import { Alert, Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { PlainRow } from '../kinds/cell.tsx';
import { formatInstant, viewerZone } from '../format.ts';
import { useSay } from '../language.ts';
import { textOf } from '../text-of.ts';
import { words } from '../words.ts';
import type { AnyDraftHandle } from './draft.ts';
import { useStoredDraft } from './stored-draft.ts';

/** The stored state of a form: the row as it was read, and the current values. */
export interface SavedForm {
  readonly row: PlainRow | undefined;
  readonly values: PlainRow;
}

/** The key of a form's draft: its noun, and the row that it edits. */
const formName = (noun: string, key: unknown): string => `${noun} ${key === undefined ? 'add' : textOf(key)}`;

/** Stores what is typed into a form until it is saved or discarded, and restores it when the same user opens the form again. */
export const useSavedForm = (draft: AnyDraftHandle, { key, row }: { readonly key: unknown; readonly row: PlainRow | undefined }) => {
  const { stored: saved, keepNow } = useStoredDraft<SavedForm>(formName(draft.of.name, key));
  const [foundAtMs, setFoundAtMs] = useState(saved?.atMs);
  const { form } = draft;
  // The draft is restored once: when a hidden tab is shown again, its form already has newer values.
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
