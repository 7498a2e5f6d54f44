import { Button, Descriptions, Skeleton } from 'antd';
import { useState } from 'react';
import { Failed } from '#kit/web/failed.tsx';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { words as kitWords } from '#kit/web/words.ts';
import { sessionApi } from '#domains/identity/web.ts';
import { useOptions } from '../sign-in/use-options.ts';
import { accountWords } from './own-account-words.ts';
import type { OwnDoor } from './own-door.ts';
import { OwnPicture } from './own-picture.tsx';
import { late } from '#kit/web/code-loading/lazy-component.tsx';

const OwnProfile = late(() => import('./own-profile.tsx').then((form) => form.OwnProfile));
const ContactDialog = late(() => import('./contact-dialog.tsx').then((dialog) => dialog.ContactDialog));
const NONE = '—';

/** Who one is here, and what of it one sets oneself. */
export const OwnFacts = ({ own }: { readonly own: OwnDoor }) => {
  const say = useSay();
  const { data: mine, error, refetch } = useCall(own.userApi.getUserData, {}, { staleMs: 0 });
  const { data: placed } = useCall(sessionApi.getUserInfo, {}, { staleMs: 0 });
  const channels = useOptions();
  const [open, setOpen] = useState<'profile' | 'phone' | 'email'>();
  if (error) return <Failed because={error.message} retry={refetch} />;
  if (!mine) return <Skeleton active avatar paragraph={{ rows: 6 }} />;
  const close = () => setOpen(undefined);
  const contact = (channel: 'phone' | 'email', has: boolean) => (
    <span>
      {mine[channel] ?? NONE}{' '}
      {has && (
        <Button
          type="link"
          size="small"
          className="oa-change"
          aria-label={say(channel === 'phone' ? accountWords.changePhone : accountWords.changeMail)}
          onClick={() => setOpen(channel)}
        >
          {say(accountWords.change)}
        </Button>
      )}
    </span>
  );
  const items = [
    { key: 'name', label: say(accountWords.name), children: `${mine.realname} (${mine.username})` },
    { key: 'role', label: say(accountWords.role), children: placed?.userInfo.roleName ?? NONE },
    { key: 'depart', label: say(accountWords.depart), children: placed?.userInfo.orgCodeTxt ?? NONE },
    { key: 'phone', label: say(accountWords.phone), children: contact('phone', channels.phone) },
    { key: 'mail', label: say(accountWords.mail), children: contact('email', channels.mail) },
    { key: 'telephone', label: say(accountWords.telephone), children: mine.telephone ?? NONE },
    { key: 'sex', label: say(accountWords.sex), children: mine.sex_dictText ?? NONE },
    { key: 'birthday', label: say(accountWords.birthday), children: mine.birthday ?? NONE },
  ];
  return (
    <>
      <div className="oa-head">
        {mine.avatar ? <OwnPicture path={mine.avatar} large /> : <span />}
        <Button onClick={() => setOpen('profile')}>{say(kitWords.edit)}</Button>
      </div>
      <Descriptions size="small" column={1} items={items} />
      <p className="co-hint">{say(accountWords.factsHint)}</p>
      {open === 'profile' && <OwnProfile own={own} row={mine} onClose={close} />}
      {(open === 'phone' || open === 'email') && <ContactDialog own={own} channel={open} onClose={close} />}
    </>
  );
};
