import { Button } from 'antd';
import MoonOutlined from '@ant-design/icons/MoonOutlined';
import SunOutlined from '@ant-design/icons/SunOutlined';
import { useSay } from '#kit/web/language.ts';
import { lookStore, useLook } from '#kit/web/theme-store.ts';
import { words } from '../words.ts';

export const LookSwitch = () => {
  const say = useSay();
  const look = useLook();
  const label = say(look === 'dark' ? words.toLight : words.toDark);
  return (
    <Button
      type="text"
      icon={look === 'dark' ? <SunOutlined /> : <MoonOutlined />}
      aria-label={label}
      title={label}
      onClick={() => lookStore.set(look === 'dark' ? 'light' : 'dark')}
    />
  );
};
