import { Form, Modal } from 'antd';
import type { FormProps } from 'antd';
import { useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useSay } from '../language.ts';
import { words } from '../words.ts';
import { focusFirst } from './focus-first.ts';

export interface FormDialogProps<V> extends Pick<
  FormProps<V>,
  'form' | 'initialValues' | 'onFinish' | 'onValuesChange' | 'requiredMark' | 'validateTrigger'
> {
  readonly title: string;
  readonly width?: number;
  /** The verb; "OK" without one. */
  readonly okText?: string;
  readonly danger?: boolean;
  /** Nothing can be sent yet, by no key either. */
  readonly disabled?: boolean;
  readonly sending: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const WIDTH = 520;

/**
 * A dialog that is one form: its button sends it, Enter in any of its lines, and Ctrl or ⌘ with Enter from a text of many. The button belongs to the form
 * by its id, so the browser itself knows what Enter does, and that it does nothing while the button sleeps.
 */
export const FormDialog = <V,>({ title, width = WIDTH, okText, danger = false, disabled = false, sending, ...rest }: FormDialogProps<V>) => {
  const { onClose, children, ...form } = rest;
  const say = useSay();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const focus = (): void => {
    focusFirst(box.current);
    // Where nothing is to be filled in, Enter still agrees; not to what destroys.
    if (!danger && !box.current?.querySelector('input, textarea, button')) document.querySelector<HTMLElement>(`button[form="${id}"]`)?.focus();
  };
  const sendByKeys = (event: KeyboardEvent<HTMLFormElement>): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || disabled || sending) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  };
  return (
    <Modal
      open
      width={width}
      title={title}
      okText={okText ?? say(words.ok)}
      cancelText={say(words.cancel)}
      okButtonProps={{ htmlType: 'submit', form: id, danger, disabled }}
      confirmLoading={sending}
      onCancel={onClose}
      destroyOnHidden
      afterOpenChange={(open) => open && focus()}
    >
      <div ref={box}>
        <Form<V> layout="vertical" validateTrigger="onBlur" {...form} id={id} onKeyDown={sendByKeys}>
          {children}
        </Form>
      </div>
    </Modal>
  );
};
