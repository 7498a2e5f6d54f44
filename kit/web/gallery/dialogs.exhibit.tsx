import { Button } from 'antd';
import { useState } from 'react';
import { text } from '#kit/fields/field.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { SwitchInput } from '../kinds/switch-input.tsx';
import { PromptDialog } from '../form/prompt-dialog.tsx';
import { StepUpDialog } from '../step-up/step-up-dialog.tsx';
import type { WaitingCall } from '../calls/step-up-queue.ts';
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

const Asked = ({ first = '', sending = false }: { readonly first?: string; readonly sending?: boolean }) => {
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState(first);
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
          sending={sending}
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
const Proving = ({ what }: { readonly what: string }) => {
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState('');
  const settle: WaitingCall['settle'] = (notDone) => {
    setSaid(notDone?.(what) ?? 'Done');
    setOpen(false);
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Do it</Button> {said}
      {open && <StepUpDialog action={what} settle={settle} />}
    </>
  );
};
const field = text({ min: 2, max: 20 });

interface SwitchedProps {
  readonly first?: unknown;
  readonly disabled?: boolean;
  readonly values?: readonly [string | number, string | number];
}

const Switched = ({ first = 'Y', disabled = false, values = ['Y', 'N'] }: SwitchedProps) => {
  const [value, setValue] = useState(first);
  return (
    <>
      <SwitchInput values={values} value={value} onChange={setValue} disabled={disabled} aria-label="On or off" /> <span>{String(value)}</span>
    </>
  );
};

export const exhibits: readonly Exhibit[] = [
  {
    name: 'dialog',
    title: ['对话框', '對話框', 'Dialog'],
    states: { filled: () => <Opened long={false} />, longText: () => <Opened long /> },
    never: ['empty', 'invalid', 'disabled', 'loading'],
  },
  {
    name: 'prompt',
    title: ['输入对话框', '輸入對話框', 'Prompt'],
    states: {
      empty: () => <Asked />,
      filled: () => <Asked first="North gate" />,
      invalid: () => <Asked first="N" />,
      loading: () => <Asked first="North gate" sending />,
      longText: () => <Asked first={LONG.slice(0, 60)} />,
    },
    never: ['disabled'],
  },
  {
    name: 'step-up',
    title: ['身份验证', '身分驗證', 'Proof of identity'],
    states: { empty: () => <Proving what="Recharges: reverse" />, longText: () => <Proving what={LONG.slice(0, 150)} /> },
    never: ['filled', 'invalid', 'disabled', 'loading'],
  },
  {
    name: 'switch',
    title: ['开关', '開關', 'Switch'],
    states: { empty: () => <Switched first={null} />, filled: () => <Switched />, disabled: () => <Switched disabled /> },
    never: ['invalid', 'loading', 'longText'],
    more: [{ name: 'values', title: ['自定义值', '自訂值', 'Values of its own'], Shown: () => <Switched first={1} values={[1, 0]} /> }],
  },
] satisfies readonly Exhibit[];
