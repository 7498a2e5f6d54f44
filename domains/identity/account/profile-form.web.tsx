import { FormDrawer } from '#kit/web/form/form-drawer.tsx';
import { describeAnew } from './describe-anew.ts';
import { accountWords } from './own-account-words.ts';
import type { OwnDoor, OwnRow } from './own-door.ts';

interface OwnProfileProps {
  readonly own: OwnDoor;
  readonly row: OwnRow;
  readonly onClose: () => void;
}

const fields = ['realname', 'sex', 'birthday', 'telephone', 'avatar'] as const;

/** One's own name, picture and the like; what an administrator decides is not among them. */
export const OwnProfile = ({ own: { ownUser, userApi, userLabels }, row, onClose }: OwnProfileProps) => (
  <FormDrawer
    open
    of={ownUser}
    api={{ edit: userApi.userEdit }}
    labels={{ ...userLabels, noun: accountWords.mine }}
    fields={fields}
    row={row}
    onSaved={() => void describeAnew()}
    onClose={onClose}
  />
);
