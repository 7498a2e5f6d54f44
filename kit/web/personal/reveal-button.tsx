import EyeInvisibleOutlined from '@ant-design/icons/EyeInvisibleOutlined';
import EyeOutlined from '@ant-design/icons/EyeOutlined';
import { ActButton } from '../permissions/act-button.tsx';
import { useSay } from '../language.ts';
import { personalWords } from './personal-words.ts';
import type { RevealedField } from './use-reveal.ts';

interface RevealButtonProps extends RevealedField {
  /** The label of the field. */
  readonly label: string;
}

/** Reveals and hides a full value. Without the permission it is disabled and names the permission. */
export const RevealButton = ({ allow, full, isRevealing, toggle, label }: RevealButtonProps) => {
  const say = useSay();
  const isOpen = full !== undefined;
  const text = say(isOpen ? personalWords.hide : personalWords.show, { label });
  return (
    <ActButton
      className="co-eye"
      type="text"
      size="small"
      icon={isOpen ? <EyeInvisibleOutlined /> : <EyeOutlined />}
      aria-label={text}
      aria-pressed={isOpen}
      tip={text}
      loading={isRevealing}
      allow={allow}
      onClick={toggle}
    />
  );
};
