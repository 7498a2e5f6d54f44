import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import type { Words } from '#kit/fields/words.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { useSay } from '../language.ts';
import { editorWords, monthArgs } from './year-words.ts';
import type { MonthState, Year } from './use-year.ts';

interface CopyMonthProps<Part> {
  readonly title: Words;
  /** For months that are not set, and for the button that selects them. */
  readonly texts: { readonly unset: Words; readonly allUnset: Words; readonly replaces: Words };
  readonly year: Year<Part>;
  readonly source: MonthState<Part>;
  readonly sending: boolean;
  readonly onClose: () => void;
  /** `months`: comma list of 1 to 12. Returns undefined when the server refused it. */
  readonly copy: (months: string) => Promise<unknown>;
  /** Saves unsaved changes; returns false when the save failed. */
  readonly saveFirst: () => Promise<boolean>;
}

/** Copies a month to other months and replaces what they have. */
export const CopyMonthDialog = <Part,>({ title, texts, year, source, sending, onClose, copy, saveFirst }: CopyMonthProps<Part>) => {
  const say = useSay();
  const [selectedMonths, setSelectedMonths] = useState<readonly number[]>([]);
  const otherMonths = year.months.filter(({ month, editable }) => month !== source.month && editable);
  const unsetMonths = otherMonths.filter(({ saved }) => saved.length === 0).map(({ month }) => month);
  const replacedCount = otherMonths.filter(({ month, saved }) => selectedMonths.includes(month) && saved.length > 0).length;
  const dirty = year.changed.length > 0;
  const copyAll = async () => {
    if (dirty && !(await saveFirst())) return onClose();
    if ((await copy(selectedMonths.join(','))) === undefined) return undefined;
    for (const month of selectedMonths) year.discard(month);
    return onClose();
  };
  return (
    <FormDialog
      width={480}
      title={say(title, monthArgs(say, source.month))}
      disabled={selectedMonths.length === 0}
      sending={sending || year.saving}
      onClose={onClose}
      onFinish={() => void copyAll()}
    >
      <div className="rm-quick">
        <Button size="small" disabled={otherMonths.length === 0} onClick={() => setSelectedMonths(otherMonths.map(({ month }) => month))}>
          {say(editorWords.allEditable)}
        </Button>
        <Button size="small" disabled={unsetMonths.length === 0} onClick={() => setSelectedMonths(unsetMonths)}>
          {say(texts.allUnset)}
        </Button>
        <Button size="small" type="text" onClick={() => setSelectedMonths([])}>
          {say(editorWords.none)}
        </Button>
      </div>
      <Checkbox.Group className="rm-month-checks" value={[...selectedMonths]} onChange={(months) => setSelectedMonths(months)}>
        {year.months
          .filter(({ month }) => month !== source.month)
          .map(({ month, editable, saved }) => (
            <Checkbox key={month} value={month} disabled={!editable}>
              {say(editorWords.month, monthArgs(say, month))} <small>{saved.length > 0 ? '' : say(texts.unset)}</small>
            </Checkbox>
          ))}
      </Checkbox.Group>
      {otherMonths.length === 0 && <p className="rm-warn">{say(editorWords.noTargets)}</p>}
      {dirty && <p className="co-hint">{say(editorWords.copySavesFirst)}</p>}
      {replacedCount > 0 && <p className="rm-warn">{say(texts.replaces, { n: replacedCount })}</p>}
    </FormDialog>
  );
};
