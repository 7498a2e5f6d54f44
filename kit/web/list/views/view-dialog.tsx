import { Input, Radio } from 'antd';
import { useState } from 'react';
import type { Words } from '#kit/fields/words.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { savedViewApi, viewShare } from '#kit/resource/shared-endpoints/saved-view.ts';
import type { SavedView, ViewState } from '#kit/resource/shared-endpoints/saved-view.ts';
import { useFeedback, useSend } from '../../dialogs/feedback.tsx';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useSay } from '../../language.ts';
import { refresh } from '../../calls/query.tsx';
import { words } from '../../words.ts';
import { savedViews } from './saved-views.ts';

interface ViewDialogProps {
  readonly noun: AnyResource;
  readonly kind: SavedView['kind'];
  readonly title: Words;
  readonly state: ViewState;
  readonly ownViews: readonly SavedView[];
  readonly onClose: () => void;
}

/** Saves the current state of the list, or its advanced query, under a name. */
export const ViewDialog = ({ noun, kind, title: heading, state, ownViews, onClose }: ViewDialogProps) => {
  const say = useSay();
  const { confirm, warn } = useFeedback();
  const [title, setTitle] = useState('');
  const [share, setShare] = useState<SavedView['share']>('private');
  const { send, sending } = useSend(savedViewApi.save, {
    doneText: words.viewSaved,
    onDone: () => {
      void refresh(savedViews);
      onClose();
    },
  });
  const save = async () => {
    const name = title.trim();
    if (name === '') return warn(words.viewNameless);
    const sameTitle = ownViews.find((view) => view.title === name);
    if (sameTitle && !(await confirm({ title: say(words.viewOverwrite, { title: name }) }))) return undefined;
    return void (await send({ noun: noun.name, kind, title: name, share, state, ...(sameTitle && { viewId: sameTitle.viewId }) }));
  };
  return (
    <FormDialog width={450} title={say(heading)} okText={say(words.save)} sending={sending} onFinish={() => void save()} onClose={onClose}>
      <div className="co-view-form">
        <label htmlFor="co-view-title">{say(words.viewName)}</label>
        <Input id="co-view-title" value={title} maxLength={60} onChange={(event) => setTitle(event.target.value)} />
        <Radio.Group
          aria-label={say(viewShare.title)}
          value={share}
          onChange={(event) => setShare(event.target.value as SavedView['share'])} // one of the options below
          options={Object.values(viewShare.items).map((item) => ({ value: item.value, label: say(item.words) }))}
        />
        <p className="co-hint">{say(words.viewHint)}</p>
      </div>
    </FormDialog>
  );
};
