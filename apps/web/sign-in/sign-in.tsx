import { Alert, Button, Form, Input } from 'antd';
import LockOutlined from '@ant-design/icons/LockOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import { useEffect, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { useSendRaw } from '#kit/web/query.tsx';
import { useSay } from '#kit/web/language.ts';
import { beginSession, endingStore, sessionStore } from '#kit/web/session.ts';
import { keep, recall, useStore } from '#kit/web/store.ts';
import { sessionApi } from '#domains/identity/web.ts';
import { Mark } from '../mark.tsx';
import { PRODUCT } from '../paths.ts';
import { LookSwitch } from '../shell/look-switch.tsx';
import { words } from '../words.ts';
import { Art } from './art.tsx';
import { LanguageWords } from './language-words.tsx';
import './sign-in.css';

const USERNAME_KEY = 'Login_Username';

interface Values {
  readonly username: string;
  readonly password: string;
}

/** The way in. Whoever is in already is sent on to where they meant to go. */
export const SignIn = ({ onLeave }: { readonly onLeave: () => void }) => {
  const say = useSay();
  const session = useStore(sessionStore);
  const [params] = useSearchParams();
  if (session) return <Navigate to={target(params.get('redirect'))} replace />;
  return (
    <div className="co-sign">
      <section className="co-sign-art" aria-hidden="true">
        <Art />
        <div className="co-sign-words">
          <div className="co-sign-brand">
            <Mark />
            <span>{PRODUCT}</span>
          </div>
          <h2>{say(words.tagline)}</h2>
          <p>{say(words.product)}</p>
        </div>
      </section>
      <section className="co-sign-side">
        <div className="co-sign-switches">
          <LanguageWords />
          <LookSwitch />
        </div>
        <main className="co-sign-box">
          <SignInForm onLeave={onLeave} />
        </main>
      </section>
    </div>
  );
};

/** Only a path of this client: never another site's address. */
const target = (redirect: string | null): string => (redirect !== null && /^\/(?!\/)/.test(redirect) ? redirect : '/');

/** `onLeave`: the answer is on its way, so the next page may be too. */
const SignInForm = ({ onLeave }: { readonly onLeave: () => void }) => {
  const say = useSay();
  const ending = useStore(endingStore);
  const [problem, setProblem] = useState<string>();
  const [form] = Form.useForm<Values>();
  const { send, sending } = useSendRaw(sessionApi.login, {
    onDone: ({ token, userInfo }) => {
      keep(USERNAME_KEY, userInfo.username);
      beginSession(token, userInfo);
    },
    onRefused: (refusal) => {
      setProblem(refusal.message);
      form.setFieldValue('password', '');
      form.focusField('password');
    },
  });
  const username = recall(USERNAME_KEY) ?? '';
  // Typing begins at once; where depends on what is remembered.
  useEffect(() => form.focusField(username === '' ? 'username' : 'password'), [form, username]);
  const start = (values: Values) => {
    setProblem(undefined);
    onLeave();
    void send(values);
  };
  return (
    <>
      <h1>{say(words.signIn)}</h1>
      {problem !== undefined && <Alert type="error" showIcon title={problem} role="alert" />}
      {problem === undefined && ending === 'expired' && <Alert type="info" showIcon title={say(words.expired)} />}
      <Form<Values>
        form={form}
        layout="vertical"
        size="large"
        initialValues={{ username, password: '' }}
        onFinish={start}
        requiredMark={false}
        validateTrigger="onSubmit"
      >
        <Form.Item name="username" label={say(words.username)} rules={[{ required: true, message: say(words.needUsername) }]}>
          <Input
            prefix={<UserOutlined />}
            autoComplete="username"

            maxLength={64}
            spellCheck={false}
            autoCapitalize="none"
          />
        </Form.Item>
        <Form.Item name="password" label={say(words.password)} rules={[{ required: true, message: say(words.needPassword) }]}>
          <Input.Password prefix={<LockOutlined />} autoComplete="current-password" maxLength={128} />
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={sending}>
          {say(words.signIn)}
        </Button>
      </Form>
    </>
  );
};
