import { Button, Dropdown } from 'antd';
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import DownOutlined from '@ant-design/icons/DownOutlined';
import type { ReactNode } from 'react';
import type { AnyResource } from '#kit/resource/resource.ts';
import { ActButton } from '../button.tsx';
import { useFeedback } from '../feedback.tsx';
import { useSay } from '../language.ts';
import { endpointOf } from '../typed.ts';
import { words } from '../words.ts';
import { perform, stateFieldOf } from './actions.ts';

interface BatchBarProps {
  readonly noun: AnyResource;
  readonly api: object;
  readonly selected: readonly string[];
  readonly onClear: () => void;
  readonly children?: ReactNode;
}

/** What can be done with all ticked rows, in place of the toolbar's left side while there are any. */
export const BatchBar = ({ noun, api, selected, onClear, children }: BatchBarProps) => {
  const say = useSay();
  const feedback = useFeedback();
  const [remove, set] = [endpointOf(api, 'deleteBatch'), endpointOf(api, 'changeStatBatch')];
  const n = selected.length;
  const ids = selected.join(',');
  const run = async (asking: Promise<boolean>) => {
    if (await asking) onClear();
  };
  const codes = Object.values(stateFieldOf(noun, api)?.[1].codes?.items ?? {});
  const states = codes.map((item) => ({
    key: String(item.value),
    label: say(item.words),
    danger: item.tone === 'bad',
    onClick: () =>
      set &&
      void run(
        perform({ feedback, noun }, set, {
          question: { title: say(words.confirmBatchState, { n, state: say(item.words) }), danger: item.tone === 'bad' },
          input: { ids, stat: item.value },
          done: words.done,
        }),
      ),
  }));
  return (
    <>
      <span className="co-selected">
        {say(words.selected, { n })}
        <Button type="text" size="small" icon={<CloseOutlined />} aria-label={say(words.clear)} onClick={onClear} />
      </span>
      {set && states.length > 0 && (
        <Dropdown menu={{ items: states }} trigger={['click']}>
          <ActButton allow={set.allow} icon={<DownOutlined />} iconPlacement="end">
            {say(words.batchState)}
          </ActButton>
        </Dropdown>
      )}
      {children}
      {remove && (
        <ActButton
          danger
          allow={remove.allow}
          onClick={() =>
            void run(
              perform({ feedback, noun }, remove, {
                question: { title: say(words.confirmBatchDelete, { n }), yes: words.delete, danger: true },
                input: { ids },
                done: words.done,
              }),
            )
          }
        >
          {say(words.batchDelete)}
        </ActButton>
      )}
    </>
  );
};
