import { Button } from 'antd';
import SettingOutlined from '@ant-design/icons/SettingOutlined';
import { useState } from 'react';
import { useSay } from '#kit/web/language.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { words } from '../../words.ts';

const SettingsDrawer = lazyComponent(() => import('./settings-drawer.tsx').then((drawer) => drawer.SettingsDrawer));

export const SettingsButton = () => {
  const say = useSay();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button type="text" icon={<SettingOutlined />} aria-label={say(words.settings)} title={say(words.settings)} onClick={() => setOpen(true)} />
      {open && <SettingsDrawer onClose={() => setOpen(false)} />}
    </>
  );
};
