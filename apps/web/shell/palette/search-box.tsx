import { Button, Modal } from 'antd';
import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSay } from '#kit/web/language.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { useIsNarrow, useIsPhone } from '#kit/web/screen.ts';
import { useViewer } from '#kit/web/session/session.ts';
import { words } from '../../words.ts';
import { openBeside } from '../menu/external-address.ts';
import { useGo } from '../use-go.ts';
import type { Hit } from './hits.ts';

const Palette = lazyComponent(() => import('./palette.tsx').then((palette) => palette.Palette));
const onMac = /mac|iphone|ipad/i.test(navigator.userAgent);

/** The search of the header: a list below it on a desktop, a dialog on a phone. Ctrl K or Cmd K opens it anywhere. */
export const SearchBox = ({ addressOf }: { readonly addressOf: (path: string) => string }) => {
  const say = useSay();
  const [phone, narrow] = [useIsPhone(), useIsNarrow()];
  const viewer = useViewer();
  const navigate = useGo();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useShortcut(() => setOpen((before) => !before));
  useOutside(box, open && !phone, () => setOpen(false));
  const openHit = ({ path, external }: Hit): void => {
    setOpen(false);
    if (external) openBeside(external, viewer?.id);
    // An open page is shown as it was left; a row opens on its page.
    else navigate(path.includes('?') ? path : addressOf(path));
  };
  const palette = open && <Palette onChoose={openHit} onClose={() => setOpen(false)} />;
  return (
    <div className="co-search" ref={box}>
      <Button
        type={narrow ? 'text' : 'default'}
        icon={<SearchOutlined />}
        aria-label={narrow ? say(words.search) : undefined}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {!narrow && (
          <>
            {say(words.search)} <kbd>{onMac ? '⌘K' : 'Ctrl K'}</kbd>
          </>
        )}
      </Button>
      {!phone && palette}
      {phone && (
        <Modal open={open} onCancel={() => setOpen(false)} footer={null} title={say(words.search)} destroyOnHidden>
          {palette}
        </Modal>
      )}
    </div>
  );
};

const useShortcut = (toggle: () => void): void => {
  const press = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    toggle();
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent): void => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
};

const useOutside = (box: { readonly current: HTMLElement | null }, open: boolean, close: () => void): void => {
  const closeOutside = useEffectEvent((event: PointerEvent) => {
    if (event.target instanceof Node && !box.current?.contains(event.target)) close();
  });
  useEffect(() => {
    if (!open) return undefined;
    const listen = (event: PointerEvent): void => closeOutside(event);
    document.addEventListener('pointerdown', listen);
    return () => document.removeEventListener('pointerdown', listen);
  }, [open]);
};
