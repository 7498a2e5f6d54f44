import { Form, Modal } from 'antd';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Words } from '#kit/fields/words.ts';
import { useSay } from '#kit/web/language.ts';
import type { Picker } from '#kit/web/refs.ts';
import { words } from '#kit/web/words.ts';
import { ManyRefs } from './many-refs.web.tsx';

interface ChooseDialogProps {
  readonly title: string;
  readonly label: Words;
  readonly picker: Picker;
  readonly sending: boolean;
  readonly onChosen: (ids: string) => void;
  readonly onClose: () => void;
  /** Above the choice: what it is about. */
  readonly children?: ReactNode;
}

/** Asks for some rows of a noun. */
export const ChooseDialog = ({ title, label, picker, sending, onChosen, onClose, children }: ChooseDialogProps) => {
  const say = useSay();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return (
    <Modal
      open
      title={title}
      okText={say(words.ok)}
      cancelText={say(words.cancel)}
      okButtonProps={{ disabled: chosen.length === 0 }}
      confirmLoading={sending}
      onCancel={onClose}
      onOk={() => onChosen(chosen.join(','))}
      destroyOnHidden
    >
      {children}
      <Form layout="vertical">
        <Form.Item label={say(label)} required>
          <ManyRefs picker={picker} value={chosen} onChange={setChosen} />
        </Form.Item>
      </Form>
    </Modal>
  );
};
