import { call } from '#kit/web/calls/client.ts';
import type { Option, PickerProps } from '#kit/web/edit-table/table/column.ts';
import { idList } from '#kit/web/picker/pick-field.tsx';
import { useCall } from '#kit/web/calls/query.tsx';
import { UserPicker } from './user-picker.web.tsx';
import { userApi } from '../user.ts';

/** A cell that holds user names and shows the people's names. */
export const UserCellPicker = ({ value, onPick, onClose }: PickerProps) => {
  const usernames = idList(value);
  const { data, isLoading } = useCall(userApi.getMultiUser, { username: `${usernames.join(',')},` }, { enabled: usernames.length > 0 });
  if (isLoading) return null;
  return (
    <UserPicker
      multi
      selected={usernames.length > 0 ? (data ?? []) : []}
      onClose={onClose}
      onDone={(people) =>
        onPick({
          value: people.map(({ username }) => username).join(','),
          words: people.map(({ username, realname }) => ({ value: username, text: realname })),
        })
      }
    />
  );
};

/** The people with these user names. */
export const userOptions = async (usernames: readonly string[]): Promise<readonly Option[]> =>
  (await call(userApi.getMultiUser, { username: `${usernames.join(',')},` })).map(({ username, realname }) => ({ value: username, label: realname }));
