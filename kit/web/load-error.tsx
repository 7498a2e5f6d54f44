import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useSay } from './language.ts';
import { Notice } from './notice.tsx';
import { words } from './words.ts';

/** Why something could not be read, and how it is asked for again. */
export interface Failure {
  readonly because: string;
  readonly retry: () => unknown;
}

interface LoadErrorProps extends Failure {
  /** What else there is to do. */
  readonly children?: ReactNode;
}

/** What could not be read: why, and to try it again. */
export const LoadError = ({ because, retry, children }: LoadErrorProps) => {
  const say = useSay();
  return (
    <Notice tone="warn" title={say(words.loadFailed)} text={because}>
      <Button onClick={() => void retry()}>{say(words.retry)}</Button>
      {children}
    </Notice>
  );
};

/** The same in one line, where a figure or a choice would stand. */
export const LoadErrorLine = ({ because, retry }: Failure) => {
  const say = useSay();
  return (
    <span role="alert" className="co-failed-line">
      {say(words.loadFailed)}: {because} {/* A press takes the focus away, and with it a list that is open. */}
      <button type="button" className="co-link" onMouseDown={(event) => event.preventDefault()} onClick={() => void retry()}>
        {say(words.retry)}
      </button>
    </span>
  );
};
