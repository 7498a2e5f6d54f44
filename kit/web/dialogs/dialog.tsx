import { Button, Modal } from 'antd';
import FullscreenExitOutlined from '@ant-design/icons/FullscreenExitOutlined';
import FullscreenOutlined from '@ant-design/icons/FullscreenOutlined';
import { useState } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { useSay } from '../language.ts';
import { useIsPhone } from '../screen.ts';
import { words } from '../words.ts';

export interface DialogProps {
  /** The key under which the browser stores whether this dialog was maximised. */
  readonly name: string;
  readonly title: string;
  readonly width?: number;
  /** The height of the content; `true` for the default height. */
  readonly height?: number | true;
  /** Returning false keeps the dialog open. Without `onOk` the dialog has no OK button. */
  readonly onOk?: () => unknown;
  /** False: the caller closes the dialog itself. */
  readonly okClose?: boolean;
  readonly okText?: string;
  readonly sending?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const WIDTH = 720;
const HEIGHT = 600;
/** The distance that one press of an arrow key moves the dialog. */
const STEP_PX = 16;
const fullScreenDialogs = new Set<string>();

/** A dialog that can be maximised and moved by its title, with the mouse, a finger or the arrow keys. */
export const Dialog = ({ name, title, width = WIDTH, height, onOk, okClose = true, okText, sending = false, onClose, children }: DialogProps) => {
  const say = useSay();
  const phone = useIsPhone();
  const [fills, setFills] = useState(fullScreenDialogs.has(name));
  const [busy, setBusy] = useState(false);
  const { offset, handle } = useMoves(!fills && !phone);
  const fill = (on: boolean): void => {
    if (on) fullScreenDialogs.add(name);
    else fullScreenDialogs.delete(name);
    setFills(on);
  };
  const ok = async (): Promise<void> => {
    setBusy(true);
    try {
      const staysOpen = (await onOk?.()) === false;
      if (okClose && !staysOpen) onClose();
    } finally {
      setBusy(false);
    }
  };
  const inner = height === true ? HEIGHT : height;
  return (
    <Modal
      open
      destroyOnHidden
      className={fills ? 'co-dialog co-dialog-whole' : 'co-dialog'}
      width={fills ? '100%' : width}
      title={
        <span className="co-dialog-head">
          <span className="co-dialog-title" {...handle}>
            {title}
          </span>
          {!phone && (
            <Button
              type="text"
              size="small"
              aria-pressed={fills}
              aria-label={say(fills ? words.smallDialog : words.wholeDialog)}
              icon={fills ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
              onClick={() => fill(!fills)}
            />
          )}
        </span>
      }
      modalRender={movedTo(fills ? { x: 0, y: 0 } : offset)}
      styles={inner !== undefined && !fills ? { body: { height: inner, overflow: 'auto' } } : {}}
      onCancel={onClose}
      onOk={() => void ok()}
      okText={okText ?? say(words.ok)}
      cancelText={say(words.cancel)}
      confirmLoading={busy || sending}
      {...(!onOk && { footer: null })}
    >
      {children}
    </Modal>
  );
};

/** Without a move there is no transform, because a transform changes how the content is positioned. */
const movedTo =
  ({ x, y }: Offset) =>
  (modal: ReactNode) => <div style={x === 0 && y === 0 ? {} : { transform: `translate(${x}px, ${y}px)` }}>{modal}</div>;

interface Offset {
  readonly x: number;
  readonly y: number;
}

const arrows: Readonly<Record<string, Offset>> = {
  ArrowLeft: { x: -STEP_PX, y: 0 },
  ArrowRight: { x: STEP_PX, y: 0 },
  ArrowUp: { x: 0, y: -STEP_PX },
  ArrowDown: { x: 0, y: STEP_PX },
};

/** The position of a dialog, and the pointer and key handlers of its title. */
const useMoves = (on: boolean) => {
  const say = useSay();
  const [offset, setAt] = useState<Offset>({ x: 0, y: 0 });
  const [from, setFrom] = useState<Offset>();
  if (!on) return { offset, handle: {} };
  const handle = {
    role: 'button',
    tabIndex: 0,
    title: say(words.moveDialog),
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      setFrom({ x: event.clientX - offset.x, y: event.clientY - offset.y });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => from && setAt({ x: event.clientX - from.x, y: event.clientY - from.y }),
    onPointerUp: () => setFrom(undefined),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = arrows[event.key];
      if (!step) return;
      event.preventDefault();
      setAt({ x: offset.x + step.x, y: offset.y + step.y });
    },
  };
  return { offset, handle };
};
