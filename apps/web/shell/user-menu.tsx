import { Button, Dropdown } from 'antd';
import KeyOutlined from '@ant-design/icons/KeyOutlined';
import LogoutOutlined from '@ant-design/icons/LogoutOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import { useState } from 'react';
import { useFeedback } from '#kit/web/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { useViewer } from '#kit/web/session.ts';
import { words } from '../words.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { signOut } from './sign-out.ts';

/** Who is signed in, and what they may do about it. */
export const UserMenu = ({ short }: { readonly short: boolean }) => {
  const say = useSay();
  const viewer = useViewer();
  const { ask } = useFeedback();
  const [changing, setChanging] = useState(false);
  const leave = async () => {
    if (await ask({ title: words.askSignOut })) await signOut();
  };
  const items = [
    { key: 'who', type: 'group' as const, label: `${viewer?.realname ?? ''} · ${viewer?.username ?? ''}` },
    { key: 'password', icon: <KeyOutlined />, label: say(words.changePassword), onClick: () => setChanging(true) },
    { type: 'divider' as const },
    { key: 'leave', icon: <LogoutOutlined />, label: say(words.signOut), onClick: () => void leave() },
  ];
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
        <Button type="text" icon={<UserOutlined />} aria-label={viewer?.realname ?? viewer?.username ?? ''}>
          {!short && <span className="co-who">{viewer?.realname || viewer?.username}</span>}
        </Button>
      </Dropdown>
      {changing && <PasswordDialog onClose={() => setChanging(false)} />}
    </>
  );
};
