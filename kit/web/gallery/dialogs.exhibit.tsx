import { Button } from 'antd';
import { useState } from 'react';
import { text } from '#kit/fields/field.ts';
import { Dialog } from '../dialog.tsx';
import { SwitchInput } from '../kinds/switch-input.tsx';
import { PromptDialog } from '../prompt-dialog.tsx';
import type { Exhibit } from './exhibit.ts';

const LONG = 'Everything that was written about this charging station since it was opened. '.repeat(40);

const Opened = ({ long }: { readonly long: boolean }) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {open && (
        <Dialog name="gallery" title="A dialog" height={long ? true : 120} onOk={() => true} onClose={() => setOpen(false)}>
          {long ? LONG : 'Moved by its title, filled by its button.'}
        </Dialog>
      )}
    </>
  );
};

const Asked = () => {
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState('');
  return (
    <>
      <Button onClick={() => setOpen(true)}>Ask</Button> {said}
      {open && (
        <PromptDialog
          name="gallery-prompt"
          title="What is it called?"
          label="Name"
          field={field}
          initial={said}
          onDone={(name) => {
            setSaid(name);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
};
const field = text({ min: 2, max: 20 });

const Switched = ({ disabled = false }: { readonly disabled?: boolean }) => {
  const [value, setValue] = useState<unknown>('Y');
  return <SwitchInput value={value} onChange={setValue} disabled={disabled} aria-label="On or off" />;
};

export const exhibits: readonly Exhibit[] = [
  { name: 'dialog', title: ['对话框', '對話框', 'Dialog'], states: { filled: () => <Opened long={false} />, longText: () => <Opened long /> } },
  { name: 'prompt', title: ['输入对话框', '輸入對話框', 'Prompt'], states: { empty: Asked } },
  { name: 'switch', title: ['开关', '開關', 'Switch'], states: { filled: () => <Switched />, disabled: () => <Switched disabled /> } },
] satisfies readonly Exhibit[];
