import { Button, Descriptions, Skeleton } from 'antd';
import { useState } from 'react';
import { LoadError } from '#kit/web/load-error.tsx';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { words as kitWords } from '#kit/web/words.ts';
import { sessionApi } from '../../session/session.ts';
import { userApi } from '../../user/user.ts';
import { useSignInOptions } from '../use-sign-in-options.web.ts';
import { accountDrawerWords } from './account-drawer.labels.ts';
import { Avatar } from './avatar.web.tsx';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';

const ProfileForm = lazyComponent(() => import('./profile-form.web.tsx').then((form) => form.ProfileForm));
const ContactDialog = lazyComponent(() => import('./contact-dialog.web.tsx').then((dialog) => dialog.ContactDialog));
const EMPTY = '—';

/** The user's profile, and the parts of it that the user can change. */
export const Profile = () => {
  const say = useSay();
  const { data: ownUser, error, refetch } = useCall(userApi.getUserData, {}, { staleMs: 0 });
  const { data: userInfo } = useCall(sessionApi.getUserInfo, {}, { staleMs: 0 });
  const channels = useSignInOptions();
  const [open, setOpen] = useState<'profile' | 'phone' | 'email'>();
  if (error) return <LoadError because={error.message} retry={refetch} />;
  if (!ownUser) return <Skeleton active avatar paragraph={{ rows: 6 }} />;
  const close = () => setOpen(undefined);
  const contact = (channel: 'phone' | 'email', hasContact: boolean) => (
    <span>
      {ownUser[channel] ?? EMPTY}{' '}
      {hasContact && (
        <Button
          type="link"
          size="small"
          className="oa-change"
          aria-label={say(channel === 'phone' ? accountDrawerWords.changePhone : accountDrawerWords.changeMail)}
          onClick={() => setOpen(channel)}
        >
          {say(accountDrawerWords.change)}
        </Button>
      )}
    </span>
  );
  const items = [
    { key: 'name', label: say(accountDrawerWords.name), children: `${ownUser.realname} (${ownUser.username})` },
    { key: 'role', label: say(accountDrawerWords.role), children: userInfo?.userInfo.roleName ?? EMPTY },
    { key: 'depart', label: say(accountDrawerWords.depart), children: userInfo?.userInfo.orgCodeTxt ?? EMPTY },
    { key: 'phone', label: say(accountDrawerWords.phone), children: contact('phone', channels.phone) },
    { key: 'mail', label: say(accountDrawerWords.mail), children: contact('email', channels.mail) },
    { key: 'telephone', label: say(accountDrawerWords.telephone), children: ownUser.telephone ?? EMPTY },
    { key: 'sex', label: say(accountDrawerWords.sex), children: ownUser.sex_dictText ?? EMPTY },
    { key: 'birthday', label: say(accountDrawerWords.birthday), children: ownUser.birthday ?? EMPTY },
  ];
  return (
    <>
      <div className="oa-head">
        {ownUser.avatar ? <Avatar path={ownUser.avatar} large /> : <span />}
        <Button onClick={() => setOpen('profile')}>{say(kitWords.edit)}</Button>
      </div>
      <Descriptions size="small" column={1} items={items} />
      <p className="co-hint">{say(accountDrawerWords.factsHint)}</p>
      {open === 'profile' && <ProfileForm row={ownUser} onClose={close} />}
      {(open === 'phone' || open === 'email') && <ContactDialog channel={open} onClose={close} />}
    </>
  );
};
