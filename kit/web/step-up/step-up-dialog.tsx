import { Button, Form, Input, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { stepUpApi } from '#kit/resource/rights/step-up.ts';
import type { ProofMethod, ProofMethods } from '#kit/resource/rights/step-up.ts';
import { useSend } from '../dialogs/feedback.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { useSay } from '../language.ts';
import { Notice } from '../notice.tsx';
import { useCall } from '../calls/query.tsx';
import { useViewer } from '../session/session.ts';
import type { WaitingCall } from '../calls/step-up-queue.ts';
import { otherMethodWords, stepUpWords, methodWords } from './step-up-words.ts';

const WIDTH = 450;
const flush = { paddingInline: 0 };
/** Without an answer about the possible ways, the password is asked for; the server decides. */
const usual: ProofMethods = { ways: ['password'], to: null };

/** Asks the viewer to authenticate again before a sensitive action. Then the waiting call continues, or gets a message that it was not done. */
export const StepUpDialog = ({ action, settle }: WaitingCall) => {
  const say = useSay();
  const methodsQuery = useCall(stepUpApi.ways, {}, { staleMs: 0 });
  const [form] = Form.useForm<{ readonly proof: string }>();
  const [tries, setTries] = useState(0);
  const { send, sending } = useSend(stepUpApi.prove, {
    doneText: false,
    onDone: () => settle(),
    onRefused: ({ message }) => {
      form.setFields([{ name: 'proof', errors: [message] }]);
      setTries(tries + 1);
    },
  });
  const { ways: methods, to, unreached = false } = methodsQuery.data ?? usual;
  const [chosenMethod, setChosenMethod] = useState<ProofMethod>();
  const method = chosenMethod ?? methods[0] ?? 'password';
  const chooseMethod = (next: ProofMethod): void => {
    form.resetFields();
    setChosenMethod(next);
  };
  return (
    <FormDialog<{ readonly proof: string }>
      form={form}
      width={WIDTH}
      title={say(stepUpWords.title)}
      okText={say(stepUpWords.goOn)}
      sending={sending}
      requiredMark={false}
      validateTrigger="onChange"
      onClose={() => settle((undone) => say(stepUpWords.notDone, { what: undone }))}
      onFinish={({ proof }) => void send(method === 'password' ? { password: proof } : { code: proof.trim() })}
    >
      <p>{say(stepUpWords.why, { what: action })}</p>
      {methodsQuery.isPending ? (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      ) : (
        <>
          {unreached && <Notice tone="warn" title={say(stepUpWords.noWay)} text={say(stepUpWords.unreached)} />}
          <ProofField key={method} method={method} to={to} tries={tries} onShown={() => form.focusField('proof')} />
          {methods
            .filter((other) => other !== method)
            .map((other) => (
              <Button key={other} type="link" size="small" style={flush} onClick={() => chooseMethod(other)}>
                {say(otherMethodWords[other])}
              </Button>
            ))}
        </>
      )}
    </FormDialog>
  );
};

interface ProofFieldProps {
  readonly method: ProofMethod;
  readonly to: string | null;
  /** The number of refused codes. Each attempt invalidates its code. */
  readonly tries: number;
  readonly onShown: () => void;
}

const ProofField = ({ method, to, tries, onShown }: ProofFieldProps) => {
  const say = useSay();
  const username = useViewer()?.username ?? '';
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the field is there
  useEffect(onShown, []);
  const isSent = method === 'sms' || method === 'mail';
  return (
    <>
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <Form.Item
        name="proof"
        label={say(methodWords[method])}
        extra={isSent && to !== null ? say(stepUpWords.sentTo, { to }) : undefined}
        rules={[{ required: true, message: say(stepUpWords.needed) }]}
      >
        {method === 'password' ? (
          <Input.Password autoComplete="current-password" maxLength={128} />
        ) : (
          <Input
            autoComplete="one-time-code"
            inputMode={isSent ? 'numeric' : 'text'}
            maxLength={20}
            suffix={isSent ? <GetCode key={tries} /> : undefined}
          />
        )}
      </Form.Item>
    </>
  );
};

const GetCode = () => {
  const say = useSay();
  const { send, sending } = useSend(stepUpApi.sendCode, { doneText: false });
  const [sentText, setSentText] = useState('');
  const requestCode = async (): Promise<void> => setSentText((await send({})) ?? '');
  return (
    <Button type="link" size="small" loading={sending} disabled={sentText !== ''} onClick={() => void requestCode()}>
      {say(sentText === '' ? stepUpWords.getCode : stepUpWords.codeSent)}
    </Button>
  );
};
