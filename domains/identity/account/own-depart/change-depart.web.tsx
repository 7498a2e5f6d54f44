import { useSay } from '#kit/web/language.ts';
import { DepartDialog } from './depart-dialog.web.tsx';
import { departWords } from './depart-choice.labels.ts';
import { useOwnDeparts } from './use-own-departs.web.ts';

interface ChangeDepartProps {
  readonly onSignOut: (reason: 'left' | 'choiceFailed') => unknown;
  readonly onClose: () => void;
}

/** Switches the user to another of their departments; the title shows the current one. */
export const ChangeDepart = ({ onSignOut, onClose }: ChangeDepartProps) => {
  const say = useSay();
  const ownDeparts = useOwnDeparts(onClose);
  if (!ownDeparts) return null;
  const currentName = ownDeparts.list.find(({ orgCode }) => orgCode === ownDeparts.orgCode)?.departName;
  const title = currentName === undefined ? say(departWords.change) : say(departWords.current, { name: currentName });
  return (
    <DepartDialog
      departs={ownDeparts.list}
      tenantList={[]}
      title={title}
      orgCode={ownDeparts.orgCode}
      onDone={onClose}
      onSignOut={onSignOut}
      onClose={onClose}
    />
  );
};
