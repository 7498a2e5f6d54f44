import { FormDrawer } from '#kit/web/form/form-drawer.tsx';
import { refreshViewer } from '../refresh-viewer.web.ts';
import { accountDrawerWords } from './account-drawer.labels.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { userLabels } from '../../user/user.labels.ts';
import { ownUser, userApi } from '../../user/user.ts';

interface ProfileFormProps {
  readonly row: RowOf<typeof ownUser.fields>;
  readonly onClose: () => void;
}

const fields = ['realname', 'sex', 'birthday', 'telephone', 'avatar'] as const;

/** The user's name, picture and similar fields, without those that an administrator sets. */
export const ProfileForm = ({ row, onClose }: ProfileFormProps) => (
  <FormDrawer
    open
    of={ownUser}
    api={{ edit: userApi.userEdit }}
    labels={{ ...userLabels, noun: accountDrawerWords.mine }}
    fields={fields}
    row={row}
    onSaved={() => void refreshViewer()}
    onClose={onClose}
  />
);
