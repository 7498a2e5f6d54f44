import { Button, Dropdown } from 'antd';
import ApartmentOutlined from '@ant-design/icons/ApartmentOutlined';
import GlobalOutlined from '@ant-design/icons/GlobalOutlined';
import KeyOutlined from '@ant-design/icons/KeyOutlined';
import LogoutOutlined from '@ant-design/icons/LogoutOutlined';
import QuestionCircleOutlined from '@ant-design/icons/QuestionCircleOutlined';
import SafetyOutlined from '@ant-design/icons/SafetyOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import { useState } from 'react';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { useViewer } from '#kit/web/session/session.ts';
import { greetingAt } from '../../greeting.ts';
import { useNow } from '../../use-now.ts';
import { words } from '../../words.ts';
import {
  AccountDrawer,
  Avatar,
  ChangeDepart,
  ChangePasswordDialog,
  departWords,
  passwordWords,
  SecondStepDialog,
  secondStepWords,
} from '#domains/identity/web.ts';
import { signOut } from '../session/sign-out.ts';

const LanguageDialog = lazyComponent(() => import('./language-dialog.tsx').then((dialog) => dialog.LanguageDialog));

/** The address of the manual. */
const HELP = './docs/';

/** The signed-in user and the actions of the account. */
export const UserMenu = ({ isShort }: { readonly isShort: boolean }) => {
  const say = useSay();
  const viewer = useViewer();
  const hour = useNow().getHours();
  const { confirm } = useFeedback();
  const [open, setOpen] = useState<'account' | 'password' | 'secondStep' | 'depart' | 'language' | undefined>(
    viewer?.passwordDue === true ? 'password' : undefined,
  );
  const signOutNow = async () => {
    if (await confirm({ title: words.askSignOut })) await signOut();
  };
  const name = viewer?.realname || viewer?.username || '';
  const face = viewer?.avatar ? <Avatar path={viewer.avatar} waiting={<UserOutlined />} /> : <UserOutlined />;
  const items = [
    { key: 'who', type: 'group' as const, label: [viewer?.realname, viewer?.username, viewer?.orgCodeTxt].filter(Boolean).join(' · ') },
    { key: 'account', icon: <UserOutlined />, label: say(words.myAccount), onClick: () => setOpen('account') },
    { key: 'password', icon: <KeyOutlined />, label: say(passwordWords.changePassword), onClick: () => setOpen('password') },
    { key: 'secondStep', icon: <SafetyOutlined />, label: say(secondStepWords.secondStep), onClick: () => setOpen('secondStep') },
    { key: 'depart', icon: <ApartmentOutlined />, label: say(departWords.change), onClick: () => setOpen('depart') },
    { key: 'language', icon: <GlobalOutlined />, label: say(words.switchLanguage), onClick: () => setOpen('language') },
    {
      key: 'help',
      icon: <QuestionCircleOutlined />,
      label: (
        <a href={HELP} target="_blank" rel="noopener noreferrer">
          {say(words.help)}
        </a>
      ),
    },
    { type: 'divider' as const },
    { key: 'leave', icon: <LogoutOutlined />, label: say(words.signOut), onClick: () => void signOutNow() },
  ];
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
        <Button type="text" icon={face} aria-label={isShort ? name : undefined}>
          {!isShort && <span className="co-who">{say(words.greet, { greeting: say(greetingAt(hour)), name })}</span>}
        </Button>
      </Dropdown>
      {open === 'account' && <AccountDrawer onClose={() => setOpen(undefined)} />}
      {open === 'password' && <ChangePasswordDialog onClose={() => setOpen(undefined)} />}
      {open === 'secondStep' && <SecondStepDialog onClose={() => setOpen(undefined)} />}
      {open === 'depart' && <ChangeDepart onSignOut={signOut} onClose={() => setOpen(undefined)} />}
      {open === 'language' && <LanguageDialog onClose={() => setOpen(undefined)} />}
    </>
  );
};
