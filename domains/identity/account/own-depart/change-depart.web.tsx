import { useSay } from '#kit/web/language.ts';
import { DepartDialog } from './depart-dialog.web.tsx';
import { departWords } from './depart-choice.labels.ts';
import { useOwnDeparts } from './use-own-departs.web.ts';

interface ChangeDepartProps {
  readonly onSignOut: (why: 'left' | 'choiceFailed') => unknown;
  readonly onClose: () => void;
}

/** Another of one's own departments to work in; the title says which it is now. */
export const ChangeDepart = ({ onSignOut, onClose }: ChangeDepartProps) => {
  const say = useSay();
  const own = useOwnDeparts(onClose);
  if (!own) return null;
  const now = own.list.find(({ orgCode }) => orgCode === own.orgCode)?.departName;
  const title = now === undefined ? say(departWords.change) : say(departWords.current, { name: now });
  return (
    <DepartDialog departs={own.list} tenantList={[]} title={title} orgCode={own.orgCode} onDone={onClose} onSignOut={onSignOut} onClose={onClose} />
  );
};
