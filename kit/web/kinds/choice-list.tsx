import type { ReactElement, ReactNode } from 'react';

/** antd names a list for its box that trees and cascades draw under no name: whoever cannot see it is led there by it. */
export const namedList =
  (id: string) =>
  (list: ReactElement): ReactElement => <div id={`${id}_list`}>{list}</div>;

interface NoChoiceProps {
  /** Of the box. */
  readonly of: string;
  readonly children: ReactNode;
}

/** What an empty list says, as the entry that the box points to when there is none to choose. */
export const NoChoice = ({ of, children }: NoChoiceProps) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option element stands in a select only
  <div role="option" aria-selected={false} aria-disabled id={`${of}_list_-1`}>
    {children}
  </div>
);
