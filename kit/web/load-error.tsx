import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useSay } from './language.ts';
import { Notice } from './notice.tsx';
import { words } from './words.ts';

/** Why something could not be loaded, and how to try again. */
export interface Failure {
  readonly because: string;
  readonly retry: () => unknown;
}

interface LoadErrorProps extends Failure {
  /** Further actions. */
  readonly children?: ReactNode;
}

/** Shows why something could not be loaded, with a retry button. */
export const LoadError = ({ because, retry, children }: LoadErrorProps) => {
  const say = useSay();
  return (
    <Notice tone="warn" title={say(words.loadFailed)} text={because}>
      <Button onClick={() => void retry()}>{say(words.retry)}</Button>
      {children}
    </Notice>
  );
};

/** The same in one line, in place of a number or a choice. */
export const LoadErrorLine = ({ because, retry }: Failure) => {
  const say = useSay();
  return (
    <span role="alert" className="co-failed-line">
      {say(words.loadFailed)}: {because} {/* The click must not move the focus, because that would close an open list. */}
      <button type="button" className="co-link" onMouseDown={(event) => event.preventDefault()} onClick={() => void retry()}>
        {say(words.retry)}
      </button>
    </span>
  );
};
