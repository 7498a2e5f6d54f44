import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useSay } from './language.ts';
import { Notice } from './notice.tsx';
import { words } from './words.ts';

interface FailedProps {
  readonly because: string;
  readonly retry: () => unknown;
  /** What else there is to do. */
  readonly children?: ReactNode;
}

/** What could not be read: why, and to try it again. */
export const Failed = ({ because, retry, children }: FailedProps) => {
  const say = useSay();
  return (
    <Notice tone="warn" title={say(words.loadFailed)} text={because}>
      <Button onClick={() => void retry()}>{say(words.retry)}</Button>
      {children}
    </Notice>
  );
};
