import { Button, Tooltip } from 'antd';
import type { ButtonProps } from 'antd';
import type { ReactNode } from 'react';
import { MissingPermissionHint } from './missing-permission-hint.tsx';
import { usePermission } from './use-permission.ts';

export interface ActButtonProps extends ButtonProps {
  /**
   * The permission that the action needs. Without it the button is disabled and names the permission, or is not shown when the permission's rule
   * says so.
   */
  readonly allow?: string | undefined;
  /** Why nobody can use the button now. */
  readonly because?: string | undefined;
  readonly tip?: string | undefined;
}

/** A button that checks its permission. */
export const ActButton = ({ allow = 'signedIn', because, tip, disabled, ...button }: ActButtonProps) => {
  const may = usePermission()(allow);
  if (!may.ok && may.removed) return null;
  const reason = may.ok ? because : <MissingPermissionHint may={may} />;
  const buttonElement = <Button {...button} disabled={disabled === true || reason !== undefined} />;
  const title = reason ?? tip;
  if (title === undefined) return buttonElement;
  return (
    <Tooltip title={title} trigger={['hover', 'focus']}>
      {reason === undefined ? buttonElement : focusableWrapper(buttonElement)}
    </Tooltip>
  );
};

/** A disabled button cannot be focused, so its wrapper is, and shows the reason. */
const focusableWrapper = (buttonElement: ReactNode) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the reason is to be read by keyboard as well
  <span className="co-asleep" tabIndex={0}>
    {buttonElement}
  </span>
);
