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
  /** The text of the submit button; "OK" by default. */
  readonly okText?: string;
  readonly danger?: boolean;
  /** The form cannot be submitted yet, neither by the button nor by a key. */
  readonly disabled?: boolean;
  readonly sending: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const WIDTH = 520;

/**
 * A dialog with one form. Its button submits it, as does Enter in a single-line input and Ctrl or ⌘ with Enter in a multi-line one. The button
 * refers to the form by id, so that the browser itself handles Enter and ignores it while the button is disabled.
 */
export const FormDialog = <V,>({ title, width = WIDTH, okText, danger = false, disabled = false, sending, ...rest }: FormDialogProps<V>) => {
  const { onClose, children, ...form } = rest;
  const say = useSay();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const focus = (): void => {
    focusFirst(box.current);
    // Without an input, the button gets the focus, so that Enter submits; not for a destructive action.
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
