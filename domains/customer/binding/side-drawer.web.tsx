import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useIsPhone } from '#kit/web/screen.ts';

const WIDTH = 820;

/** A drawer with a related list. */
export const SideDrawer = ({ title, onClose, children }: { readonly title: string; readonly onClose: () => void; readonly children: ReactNode }) => {
  const phone = useIsPhone();
  return (
    <Drawer open onClose={onClose} size={phone ? '100%' : WIDTH} title={title} destroyOnHidden>
      {children}
    </Drawer>
  );
};
