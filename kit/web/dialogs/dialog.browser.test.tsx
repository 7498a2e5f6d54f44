import { Form, Input } from 'antd';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { text } from '#kit/fields/field.ts';
import { Dialog } from './dialog.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { SwitchInput } from '../kinds/switch-input.tsx';
import { PromptDialog } from '../form/prompt-dialog.tsx';
import { show } from '../testing/show.fixture.tsx';

const Reopened = ({ onOk }: { readonly onOk: () => unknown }) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {open && (
        <Dialog name="test" title="Moved" onOk={onOk} onClose={() => setOpen(false)}>
          inside
        </Dialog>
      )}
    </>
  );
};

test('a dialog fills the page and remembers it, moves by keys while it does not, and ok closes unless it says no', async () => {
  await page.viewport(1280, 800);
  const onOk = vi.fn<() => unknown>(() => false);
  show(<Reopened onOk={onOk} />);
  const open = page.getByRole('button', { name: 'open' });
  await open.click();
  const title = page.getByRole('button', { name: 'Moved' });
  const left = () => title.element().getBoundingClientRect().left;
  const before = left();
  (title.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(left() - before).toBeCloseTo(32, 0);
  await page.getByRole('button', { name: 'Fill the page' }).click();
  expect(page.getByRole('button', { name: 'Moved' }).query()).toBeNull();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect.element(page.getByText('inside')).toBeVisible();
  onOk.mockReturnValue(undefined);
  await page.getByRole('button', { name: 'OK' }).click();
  await expect.poll(() => page.getByText('inside').query()).toBeNull();
  await open.click();
  await expect.element(page.getByRole('button', { name: 'Make it smaller' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => page.getByText('inside').query()).toBeNull();
});

test('a prompt takes no text that breaks its rules, and Enter agrees', async () => {
  const onDone = vi.fn<(text: string) => void>();
  show(<PromptDialog name="p" title="Name it" label="Name" field={text({ min: 3, max: 10 })} onDone={onDone} onClose={() => undefined} />);
  await userEvent.fill(page.getByLabelText('Name', { exact: true }), 'ab');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.querySelector('.ant-form-item-explain-error')?.textContent ?? '').not.toBe('');
  expect(onDone).not.toHaveBeenCalled();
  await userEvent.fill(page.getByLabelText('Name', { exact: true }), ' abc ');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onDone.mock.calls).toEqual([['abc']]);
});

const TwoLines = ({ onSent, ...more }: { readonly onSent: (values: object) => void; readonly disabled?: boolean; readonly sending?: boolean }) => (
  <FormDialog sending={false} {...more} title="Card" onFinish={onSent} onClose={() => undefined}>
    <Form.Item name="number" label="Number">
      <Input />
    </Form.Item>
    <Form.Item name="place" label="Place">
      <Input />
    </Form.Item>
    <Form.Item name="reason" label="Reason">
      <Input.TextArea />
    </Form.Item>
  </FormDialog>
);

test('Enter sends a dialog of several lines, and Ctrl with Enter from a text of many', async () => {
  const onSent = vi.fn<(values: object) => void>();
  const sent = () => onSent.mock.calls.map(([values]) => values);
  show(<TwoLines onSent={onSent} />);
  await expect.poll(() => document.activeElement?.id).toBe('number');
  await userEvent.keyboard('7{Enter}');
  await expect.poll(sent).toEqual([{ number: '7' }]);
  await userEvent.fill(page.getByLabelText('Reason'), 'one');
  await userEvent.keyboard('{Enter}two{Control>}{Enter}{/Control}');
  await expect.poll(sent).toEqual([{ number: '7' }, { number: '7', reason: 'one\ntwo' }]);
});

test.each([{ disabled: true }, { sending: true }])('no key sends a dialog that is %o', async (state) => {
  const onSent = vi.fn<(values: object) => void>();
  show(<TwoLines onSent={onSent} {...state} />);
  await userEvent.fill(page.getByLabelText('Place'), 'x');
  await userEvent.keyboard('{Enter}{Control>}{Enter}{/Control}');
  await userEvent.fill(page.getByLabelText('Place'), 'y');
  expect(onSent).not.toHaveBeenCalled();
});

test('a switch holds the first value when it is on, by mouse and by the space key', async () => {
  const onChange = vi.fn<(value: unknown) => void>();
  show(<SwitchInput value="N" onChange={onChange} aria-label="on" />);
  await page.getByRole('switch', { name: 'on' }).click();
  (page.getByRole('switch', { name: 'on' }).element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  expect(onChange.mock.calls).toEqual([['Y'], ['Y']]);
});
