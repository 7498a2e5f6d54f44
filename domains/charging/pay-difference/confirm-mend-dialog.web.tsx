import { Form, Radio } from 'antd';
import type { ReactNode } from 'react';
import type { Endpoint, WireInputOf } from '#kit/resource/endpoint.ts';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { useSay } from '#kit/web/language.ts';
import { differenceInputLabels, differenceWords } from './pay-difference.labels.ts';

interface ConfirmMendProps<E extends Endpoint> {
  readonly title: string;
  /** What the first person wants to do, why, and the money that it is about. */
  readonly children: ReactNode;
  readonly endpoint: E;
  readonly inputOf: (agree: 0 | 1) => WireInputOf<E>;
  /** The nouns that the answer changes. */
  readonly changes: readonly { readonly path: string }[];
  readonly onClose: () => void;
}

const { agree: yes, decline: no } = differenceWords;

/** Another person agrees with what the first one wants to do with money, or declines it. */
export const ConfirmMendDialog = <E extends Endpoint>({ title, children, endpoint, inputOf, changes, onClose }: ConfirmMendProps<E>) => {
  const say = useSay();
  const { showSuccess } = useFeedback();
  const onDone = () => {
    showSuccess(differenceWords.answered);
    onClose();
  };
  const { send, sending } = useSend(endpoint, { changes, doneText: false, onDone });
  return (
    <FormDialog<{ readonly agree: 0 | 1 }>
      title={title}
      okText={say(differenceWords.confirm)}
      sending={sending}
      onClose={onClose}
      initialValues={{ agree: 1 }}
      onFinish={({ agree }) => void send(inputOf(agree))}
    >
      {children}
      <Form.Item name="agree" label={say(differenceInputLabels.agree)} required>
        <Radio.Group
          options={[
            { value: 1, label: say(yes) },
            { value: 0, label: say(no) },
          ]}
        />
      </Form.Item>
    </FormDialog>
  );
};
