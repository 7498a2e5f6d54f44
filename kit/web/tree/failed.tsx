import { Button } from 'antd';
import { useSay } from '../language.ts';
import { Notice } from '../notice.tsx';
import { words } from '../words.ts';

/** A tree that could not be read. */
export const Failed = ({ because, retry }: { readonly because: string; readonly retry: () => void }) => {
  const say = useSay();
  return (
    <Notice tone="warn" title={say(words.loadFailed)} text={because}>
      <Button onClick={retry}>{say(words.retry)}</Button>
    </Notice>
  );
};
