import { Button, Dropdown } from 'antd';
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import DownOutlined from '@ant-design/icons/DownOutlined';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { AnyResource } from '#kit/resource/resource.ts';
import { lazyComponent } from '../../code-loading/lazy-component.tsx';
import { ActButton } from '../../permissions/act-button.tsx';
import { useSay } from '../../language.ts';
import { endpointOf } from '../../calls/list-api.ts';
import { words } from '../../words.ts';
import { stateFieldOf } from './actions.ts';
import type { BulkRequest } from './bulk-action.ts';

const BulkDialog = lazyComponent(() => import('./bulk-dialog.tsx').then((dialog) => dialog.BulkDialog));

interface BatchBarProps {
  readonly noun: AnyResource;
  readonly api: object;
  readonly selected: readonly string[];
  readonly onSelect: (keys: readonly string[]) => void;
  readonly children?: ReactNode;
}

/** The actions on all selected rows. It replaces the left side of the toolbar while rows are selected. */
export const BatchBar = ({ noun, api, selected, onSelect, children }: BatchBarProps) => {
  const say = useSay();
  const [bulkRequest, setBulkRequest] = useState<BulkRequest>();
  const [remove, set] = [endpointOf(api, 'deleteBatch'), endpointOf(api, 'changeStatBatch')];
  const n = selected.length;
  const codes = Object.values(stateFieldOf(noun, api)?.[1].codes?.items ?? {});
  const states = codes.map((item) => ({
    key: String(item.value),
    label: say(item.words),
    danger: item.tone === 'bad',
    onClick: () =>
      setBulkRequest({
        title: say(words.confirmBatchState, { n, state: say(item.words) }),
        label: say(words.setTo, { state: say(item.words) }),
        verb: 'changeState',
        ids: selected,
        state: item.value,
        danger: item.tone === 'bad',
      }),
  }));
  const removal: BulkRequest = { title: say(words.confirmBatchDelete, { n }), label: say(words.delete), verb: 'delete', ids: selected, danger: true };
  const close = (ticked: readonly string[] | undefined) => {
    setBulkRequest(undefined);
    if (ticked) onSelect(ticked);
  };
  return (
    <>
      <span className="co-selected">
        {say(words.selected, { n })}
        <Button type="text" size="small" icon={<CloseOutlined />} aria-label={say(words.clear)} onClick={() => onSelect([])} />
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
        <ActButton danger allow={remove.allow} onClick={() => setBulkRequest(removal)}>
          {say(words.batchDelete)}
        </ActButton>
      )}
      {bulkRequest && <BulkDialog noun={noun} request={bulkRequest} onClose={close} />}
    </>
  );
};
