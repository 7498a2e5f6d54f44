import { FormDrawer } from '#kit/web/form/form-drawer.tsx';
import type { RowOf } from '#kit/web/typed.ts';
import { ownUser, userApi, userLabels } from '#domains/identity/web.ts';
import { describeAnew } from './describe-anew.ts';
import { accountWords } from './own-account-words.ts';

export type OwnRow = RowOf<typeof ownUser.fields>;

const api = { edit: userApi.userEdit };
const labels = { ...userLabels, noun: accountWords.mine };
const fields = ['realname', 'sex', 'birthday', 'telephone', 'avatar'] as const;

/** One's own name, picture and the like; what an administrator decides is not among them. */
export const OwnProfile = ({ row, onClose }: { readonly row: OwnRow; readonly onClose: () => void }) => (
  <FormDrawer open of={ownUser} api={api} labels={labels} fields={fields} row={row} onSaved={() => void describeAnew()} onClose={onClose} />
);
