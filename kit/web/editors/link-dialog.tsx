import { Form, Input } from 'antd';
import { useId, useState } from 'react';
import { Dialog } from '../dialogs/dialog.tsx';
import { useSay } from '../language.ts';
import { isLink } from './addresses.ts';
import { editorWords } from './words.ts';

interface LinkDialogProps {
  readonly initial: string;
  /** An empty text removes the link. */
  readonly onDone: (href: string) => void;
  readonly onClose: () => void;
}

const WIDTH = 460;

/** Edits the address of a link. */
export const LinkDialog = ({ initial, onDone, onClose }: LinkDialogProps) => {
  const say = useSay();
  const id = useId();
  const [href, setHref] = useState(initial);
  const [isInvalid, setIsInvalid] = useState(false);
  const ok = (): boolean => {
    const next = href.trim();
    const isRight = next === '' || isLink(next);
    setIsInvalid(!isRight);
    if (isRight) onDone(next);
    return isRight;
  };
  return (
    <Dialog name="editor-link" width={WIDTH} title={say(editorWords.link)} onOk={ok} onClose={onClose}>
      <Form.Item
        label={say(editorWords.linkAddress)}
        htmlFor={id}
        layout="vertical"
        {...(isInvalid && { validateStatus: 'error' as const, help: say(editorWords.badLink) })}
      >
        <Input id={id} value={href} placeholder="https://" aria-invalid={isInvalid} onChange={(event) => setHref(event.target.value)} />
      </Form.Item>
    </Dialog>
  );
};
