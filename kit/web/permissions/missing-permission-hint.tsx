import { permissionGrantors } from '#kit/resource/rights/permission-grantors.ts';
import type { PermissionGrantors } from '#kit/resource/rights/permission-grantors.ts';
import { useSay } from '../language.ts';
import type { PermissionCheck } from './use-permission.ts';
import { useCall } from '../calls/query.tsx';
import { words } from '../words.ts';

const GIVERS_FRESH_MS = 60_000;

interface MissingPermissionHintProps {
  readonly may: Extract<PermissionCheck, { readonly ok: false }>;
}

/** Names the missing permission and the people who can grant it. They are loaded when the hint is opened. */
export const MissingPermissionHint = ({ may }: MissingPermissionHintProps) => {
  const say = useSay();
  const { data } = useCall(permissionGrantors, { perms: may.code }, { staleMs: GIVERS_FRESH_MS });
  return (
    <>
      {say(words.lacks, { permission: may.lacks })}
      {data && (
        <>
          <br />
          {givingText(data, say)}
        </>
      )}
    </>
  );
};

const givingText = ({ people, platform }: PermissionGrantors, say: ReturnType<typeof useSay>): string => {
  const names = people.map(({ realname, roleName }) => (realname === null ? roleName : say(words.personOfRole, { name: realname, role: roleName })));
  if (names.length === 0) return say(platform ? words.platformGives : words.operatorGives);
  return say(words.peopleGive, { people: names.join(say(words.listComma)) });
};
