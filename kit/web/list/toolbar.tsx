import { Button, Tooltip } from 'antd';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import { ActButton } from '../button.tsx';
import { download, saveFile } from '../client.ts';
import type { CallError } from '../client.ts';
import { useFeedback } from '../feedback.tsx';
import { useSay } from '../language.ts';
import { endpointOf } from '../typed.ts';
import { words } from '../words.ts';
import type { ListColumn } from './columns.tsx';
import { ColumnsButton } from './columns-button.tsx';
import type { ShownColumns } from './shown-columns.ts';

interface ToolbarProps {
  readonly api: object;
  readonly onAdd: () => void;
  readonly onImport: () => void;
  readonly onRefresh: () => void;
  readonly refreshing: boolean;
  /** The list's question, which an export repeats. */
  readonly asked: Readonly<Record<string, string>>;
  readonly selected: readonly string[];
  readonly columns: readonly ListColumn[];
  readonly taste: ShownColumns;
  /** The saved views of the list. */
  readonly views?: ReactNode;
  /** Takes the left side while rows are ticked. */
  readonly batch?: ReactNode;
  /** The page's own buttons. */
  readonly children?: ReactNode;
}

/** Adding and the page's own buttons left; import, export, refresh and columns right. */
export const Toolbar = ({ api, onAdd, onImport, onRefresh, refreshing, asked, selected, columns, taste, views, batch, children }: ToolbarProps) => {
  const say = useSay();
  const [add, importing, exporting] = [endpointOf(api, 'add'), endpointOf(api, 'importExcel'), endpointOf(api, 'exportXls')];
  return (
    <div className="co-toolbar">
      <div className="co-toolbar-side">
        {batch}
        {!batch && add && (
          <ActButton type="primary" icon={<PlusOutlined />} allow={add.allow} onClick={onAdd}>
            {say(words.add)}
          </ActButton>
        )}
        {!batch && children}
      </div>
      <div className="co-toolbar-side">
        {importing && (
          <ActButton className="co-icon-on-phone" aria-label={say(words.import)} icon={<UploadOutlined />} allow={importing.allow} onClick={onImport}>
            {say(words.import)}
          </ActButton>
        )}
        {exporting && <ExportButton endpoint={exporting} asked={asked} selected={selected} />}
        <Tooltip title={say(words.refresh)}>
          <Button icon={<ReloadOutlined spin={refreshing} />} aria-label={say(words.refresh)} onClick={onRefresh} />
        </Tooltip>
        {views}
        <ColumnsButton columns={columns} taste={taste} />
      </div>
    </div>
  );
};

interface ExportButtonProps {
  readonly endpoint: Endpoint;
  readonly asked: Readonly<Record<string, string>>;
  readonly selected: readonly string[];
}

/** The ticked rows, or all rows of the filter. */
const ExportButton = ({ endpoint, asked, selected }: ExportButtonProps) => {
  const say = useSay();
  const { refused } = useFeedback();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      saveFile(await download(endpoint, { ...asked, ...(selected.length > 0 && { selections: selected.join(',') }) }));
    } catch (problem) {
      refused(problem as CallError); // download throws nothing else
    } finally {
      setBusy(false);
    }
  };
  const label = selected.length > 0 ? say(words.exportSelected, { n: selected.length }) : say(words.export);
  return (
    <ActButton
      className="co-icon-on-phone"
      aria-label={label}
      icon={<DownloadOutlined />}
      allow={endpoint.allow}
      loading={busy}
      onClick={() => void run()}
    >
      {label}
    </ActButton>
  );
};
