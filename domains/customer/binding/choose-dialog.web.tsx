import { Form } from 'antd';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Words } from '#kit/fields/words.ts';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { useSay } from '#kit/web/language.ts';
import type { Picker } from '#kit/web/kinds/ref-lookup.ts';
import { MultiRefSelect } from './multi-ref-select.web.tsx';

interface ChooseDialogProps {
  readonly title: string;
  readonly label: Words;
  readonly picker: Picker;
  readonly sending: boolean;
  readonly onChosen: (ids: string) => void;
  readonly onClose: () => void;
  /** Content above the choice. */
  readonly children?: ReactNode;
}

/** Lets the user choose rows of a resource. */
export const ChooseDialog = ({ title, label, picker, sending, onChosen, onClose, children }: ChooseDialogProps) => {
  const say = useSay();
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([]);
  return (
    <FormDialog
      title={title}
      disabled={selectedIds.length === 0}
      sending={sending}
      onClose={onClose}
      onFinish={() => onChosen(selectedIds.join(','))}
    >
      {children}
      <Form.Item label={say(label)} required>
        <MultiRefSelect picker={picker} value={selectedIds} onChange={setSelectedIds} />
      </Form.Item>
    </FormDialog>
  );
};
