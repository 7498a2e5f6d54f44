import { useSay } from '#kit/web/language.ts';
import { DepartDialog } from './depart-dialog.tsx';
import { departWords } from './depart-words.ts';
import type { OwnDeparts } from './own-departs.ts';

/** Another of one's own departments to work in; the title says which it is now. */
export const ChangeDepart = ({ own, onClose }: { readonly own: OwnDeparts; readonly onClose: () => void }) => {
  const say = useSay();
  const now = own.list.find(({ orgCode }) => orgCode === own.orgCode)?.departName;
  const title = now === undefined ? say(departWords.change) : say(departWords.current, { name: now });
  return <DepartDialog departs={own.list} tenantList={[]} title={title} orgCode={own.orgCode} onDone={onClose} onClose={onClose} />;
};
