import { Button, Tooltip } from 'antd';
import type { ButtonProps } from 'antd';
import { useSay } from './language.ts';
import { useMay } from './may.ts';
import { words } from './words.ts';

export interface ActButtonProps extends ButtonProps {
  /** The permission it needs; a viewer without it sees the button asleep and learns which one is missing. */
  readonly allow?: string | undefined;
  /** Why it cannot be pressed now, whoever presses. */
  readonly because?: string | undefined;
  readonly tip?: string | undefined;
}

/** A button that knows its permission. */
export const ActButton = ({ allow = 'signedIn', because, tip, disabled, ...button }: ActButtonProps) => {
  const say = useSay();
  const may = useMay()(allow);
  const reason = may.ok ? because : say(words.lacks, { permission: may.lacks });
  const plain = <Button {...button} disabled={disabled === true || reason !== undefined} />;
  const title = reason ?? tip;
  return title === undefined ? plain : <Tooltip title={title}>{reason === undefined ? plain : <span className="co-asleep">{plain}</span>}</Tooltip>;
};
