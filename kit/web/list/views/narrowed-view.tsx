import { Alert } from 'antd';
import type { Labels } from '#kit/resource/labels.ts';
import type { SavedView } from '#kit/resource/shared-endpoints/saved-view.ts';
import { useSay } from '../../language.ts';
import { words } from '../../words.ts';
import { wordsOf } from '../columns/columns.tsx';

interface NarrowedProps {
  readonly view: SavedView;
  readonly labels: Labels;
  readonly onClose: () => void;
}

/** Names the conditions of a shared view that this viewer may not use. */
export const NarrowedView = ({ view, labels, onClose }: NarrowedProps) => {
  const say = useSay();
  if (view.narrowed.length === 0 && !view.wider) return null;
  const fields = view.narrowed.map((name) => say(wordsOf(labels, name))).join(' / ');
  const text = fields === '' ? say(words.viewInScope, { title: view.title }) : say(words.viewNarrowed, { title: view.title, fields });
  return <Alert className="co-narrowed" type="info" showIcon title={text} closable={{ onClose }} />;
};
