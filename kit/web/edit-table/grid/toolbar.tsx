import { Button, Checkbox, InputNumber, Popover, Space } from 'antd';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import SettingOutlined from '@ant-design/icons/SettingOutlined';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { ActButton } from '../../permissions/act-button.tsx';
import { useFeedback } from '../../dialogs/feedback.tsx';
import { useSay } from '../../language.ts';
import { words } from '../../words.ts';
import { ADD_ROWS_MAX, storeAddSettings, insertIndex, loadAddSettings } from './add-settings.ts';
import type { AddSettings } from './add-settings.ts';
import { useGrid } from '../table/grid-context.ts';
import { useInsert } from './row-handle.tsx';
import { useTable } from '../table/use-edit-table.ts';
import { tableWords } from '../table/table-words.ts';

interface ToolbarProps {
  readonly selects: boolean;
  readonly onAdded: (atEnd: boolean) => void;
  readonly children?: ReactNode;
}

/** The buttons that act on rows: add, remove, select. */
export const Toolbar = ({ selects, onAdded, children }: ToolbarProps) => {
  const { table, disabled, mayAdd, mayRemove } = useGrid();
  const say = useSay();
  const { confirm } = useFeedback();
  const selectedCount = useTable(table, (state) => state.rows.selected.size);
  const removeChosen = async () => {
    if (await confirm({ title: say(words.confirmBatchDelete, { n: selectedCount }), okText: words.delete, danger: true })) table.removeSelected();
  };
  return (
    <div className="et-toolbar" role="toolbar" aria-label={say(words.action)}>
      {mayAdd && <AddButton onAdded={onAdded} />}
      {selects && mayRemove && (
        <ActButton
          danger
          disabled={disabled}
          because={selectedCount === 0 && !disabled ? say(words.selectFirst) : undefined}
          onClick={() => void removeChosen()}
        >
          {say(words.batchDelete)}
        </ActButton>
      )}
      {selectedCount > 0 && (
        <span className="co-selected">
          {say(words.selected, { n: selectedCount })}
          <Button type="link" size="small" onClick={() => table.select([...table.rows.selected], false)}>
            {say(words.clear)}
          </Button>
        </span>
      )}
      {children}
    </div>
  );
};

const AddButton = ({ onAdded }: Pick<ToolbarProps, 'onAdded'>) => {
  const { table, disabled, rowsMax } = useGrid();
  const say = useSay();
  const count = useTable(table, (state) => state.rows.list.length);
  const [settings, setSettings] = useState(loadAddSettings);
  const insert = useInsert();
  const add = () => {
    const index = insertIndex(settings, count);
    const records = Array.from({ length: Math.min(settings.addRowNum, rowsMax - count) }, () => ({}));
    // Only rows that are inserted in the middle move what the user may be about to click.
    if (index < count) return insert(records, index);
    table.addRows(records);
    return onAdded(settings.addScrollToBottom);
  };
  return (
    <Space.Compact>
      <Button icon={<PlusOutlined />} disabled={disabled || count >= rowsMax} onClick={add}>
        {say(words.add)}
      </Button>
      <SettingsButton settings={settings} count={count} onSave={setSettings} />
    </Space.Compact>
  );
};

interface SettingsProps {
  readonly settings: AddSettings;
  readonly count: number;
  readonly onSave: (settings: AddSettings) => void;
}

const SettingsButton = (props: SettingsProps) => {
  const { disabled } = useGrid();
  const say = useSay();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      title={say(tableWords.addSettings)}
      content={<SettingsForm {...props} onClose={() => setOpen(false)} />}
    >
      <Button icon={<SettingOutlined />} disabled={disabled} aria-label={say(tableWords.addSettings)} />
    </Popover>
  );
};

const SettingsForm = ({ settings, count, onSave, onClose }: SettingsProps & { readonly onClose: () => void }) => {
  const say = useSay();
  const { showSuccess } = useFeedback();
  const [draft, setDraft] = useState(settings);
  const save = () => {
    storeAddSettings(draft);
    onSave(draft);
    showSuccess(tableWords.settingsSaved);
    onClose();
  };
  return (
    <div className="et-settings">
      <label>
        <span>{say(tableWords.addRowNum)}</span>
        <InputNumber
          min={1}
          max={ADD_ROWS_MAX}
          precision={0}
          value={draft.addRowNum}
          onChange={(value) => setDraft({ ...draft, addRowNum: value ?? 1 })}
        />
      </label>
      <label>
        <span>
          {say(tableWords.addIndex)} <small>{say(tableWords.addIndexHint)}</small>
        </span>
        <InputNumber
          min={0}
          max={count}
          precision={0}
          value={Math.min(draft.addIndex, count)}
          onChange={(value) => setDraft({ ...draft, addIndex: value ?? 0 })}
        />
      </label>
      <Checkbox checked={draft.addScrollToBottom} onChange={(event) => setDraft({ ...draft, addScrollToBottom: event.target.checked })}>
        {say(tableWords.addScrollToBottom)}
      </Checkbox>
      <Button type="primary" onClick={save}>
        {say(words.save)}
      </Button>
    </div>
  );
};
