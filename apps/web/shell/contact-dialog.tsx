import { Button, Form, Input, Modal } from 'antd';
import type { InputRef } from 'antd';
import { useRef, useState } from 'react';
import type { Ref } from 'react';
import { useSend } from '#kit/web/feedback.tsx';
import { useLanguage, useSay } from '#kit/web/language.ts';
import { words as kitWords } from '#kit/web/words.ts';
import { codeApi } from '#domains/identity/web.ts';
import { Slider } from '../sign-in/slider.tsx';
import { asked as askedAtDoor, lackOf } from '../sign-in/valid.ts';
import { useCountdown } from '../sign-in/use-countdown.ts';
import { doorWords } from '../sign-in/door-words.ts';
import { describeAnew } from './describe-anew.ts';
import { accountWords } from './own-account-words.ts';
import type { OwnDoor } from './own-door.ts';

interface ContactDialogProps {
  readonly own: OwnDoor;
  readonly channel: 'phone' | 'email';
  readonly onClose: () => void;
}

const CHANGE = '3';

/** Another phone or mailbox of one's own, proved by the code that is sent to it. */
export const ContactDialog = ({ own, channel, onClose }: ContactDialogProps) => {
  const say = useSay();
  const language = useLanguage();
  const first = useRef<InputRef>(null);
  const [to, setTo] = useState('');
  const [code, setCode] = useState('');
  const [sliding, setSliding] = useState(false);
  const [leftS, start] = useCountdown();
  const asked = useSend(codeApi.sms, { done: false, onDone: start });
  const { send, sending } = useSend(own.userApi.changeContact, {
    changes: [own.ownUser],
    done: kitWords.saved,
    onDone: () => {
      void describeAnew();
      onClose();
    },
  });
  const label = say(channel === 'phone' ? accountWords.newPhone : accountWords.newMail);
  const lack = lackOf(channel === 'phone' ? askedAtDoor.phone : askedAtDoor.mail, to, { label, language });
  const isGood = lack === undefined;
  const pass = (captcha: string): void => {
    setSliding(false);
    void asked.send({ ...(channel === 'phone' ? { mobile: to.trim() } : { email: to.trim() }), smsmode: CHANGE, captcha });
  };
  const save = (): void => {
    if (isGood && code.length > 0) void send({ [channel]: to.trim(), smscode: code });
  };
  return (
    <Modal
      open
      width={450}
      title={say(channel === 'phone' ? accountWords.changePhone : accountWords.changeMail)}
      okText={say(kitWords.save)}
      cancelText={say(kitWords.cancel)}
      confirmLoading={sending}
      okButtonProps={{ disabled: !isGood || code.length === 0 }}
      onOk={save}
      onCancel={onClose}
      afterOpenChange={(open) => open && first.current?.focus()}
    >
      <Form layout="vertical" onFinish={save}>
        <Receiver {...{ label, channel, lack, first }} value={to} onChange={setTo} sent={leftS > 0} />
        {sliding && <Slider subject={to.trim()} onPassed={pass} />}
        <Form.Item label={say(doorWords.code)} htmlFor="oa-code">
          <Input
            id="oa-code"
            value={code}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, ''))}
            suffix={
              <Button type="link" size="small" disabled={!isGood || leftS > 0} loading={asked.sending} onClick={() => setSliding(true)}>
                {leftS > 0 ? say(doorWords.codeAgain, { seconds: leftS }) : say(doorWords.getCode)}
              </Button>
            }
          />
        </Form.Item>
      </Form>
    </Modal>
  );
};

interface ReceiverProps extends Pick<ContactDialogProps, 'channel'> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly lack: string | undefined;
  readonly sent: boolean;
  readonly first: Ref<InputRef>;
}

/** Where the code goes; what is wrong with it is told when it is left. */
const Receiver = ({ label, channel, value, onChange, lack, sent, first }: ReceiverProps) => {
  const say = useSay();
  const [left, setLeft] = useState(false);
  return (
    <Form.Item
      label={label}
      htmlFor="oa-to"
      extra={sent ? say(accountWords.codeSent, { to: value }) : say(accountWords.codeHint)}
      {...(left && lack !== undefined && { validateStatus: 'error', help: <span role="alert">{lack}</span> })}
    >
      <Input
        id="oa-to"
        ref={first}
        value={value}
        disabled={sent}
        type={channel === 'phone' ? 'tel' : 'email'}
        autoComplete={channel === 'phone' ? 'tel' : 'email'}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => setLeft(value !== '')}
      />
    </Form.Item>
  );
};
