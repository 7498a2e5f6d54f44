import { useState } from 'react';
import { controlOf } from '#kit/web/control-props.ts';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { idList, PickField } from '#kit/web/picker/pick-field.tsx';
import { useCall } from '#kit/web/calls/query.tsx';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { userApi } from '../user.ts';
import type { PickedUser } from './user-picker.web.tsx';

const UserPicker = lazyComponent(() => import('./user-picker.web.tsx').then((picker) => picker.UserPicker));

/** Selects several users; holds their ids, each followed by a comma, as on the wire. */
export const UsersInput = ({ value, onChange, ...props }: InputProps) => {
  const [open, setOpen] = useState(false);
  const [picked, setPicked] = useState<readonly PickedUser[]>([]);
  const ids = idList(value);
  const unresolvedIds = ids.filter((id) => !picked.some((user) => user.id === id));
  const usersQuery = useCall(userApi.getMultiUser, { id: `${unresolvedIds.join(',')},` }, { enabled: unresolvedIds.length > 0, keep: true });
  const people: readonly PickedUser[] = [...picked, ...(usersQuery.data ?? [])].filter(({ id }) => ids.includes(id));
  const change = (next: readonly string[]): void => onChange?.(next.length === 0 ? null : `${next.join(',')},`);
  const { disabled, placeholder } = props;
  return (
    <>
      <PickField
        {...controlOf(props)}
        {...{ disabled, placeholder }}
        values={ids}
        names={new Map(people.map((user) => [user.id, user.realname]))}
        onChange={change}
        onOpen={() => setOpen(true)}
      />

      {open && (
        <UserPicker
          selected={people}
          multi
          onClose={() => setOpen(false)}
          onDone={(next) => {
            setPicked(next);
            change(next.map((user) => user.id));
            setOpen(false);
          }}
        />
      )}
    </>
  );
};
