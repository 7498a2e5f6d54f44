import { Button, Tooltip } from 'antd';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import { ActButton } from '../permissions/act-button.tsx';
import { download, saveFile } from '../calls/client.ts';
import type { CallError } from '../calls/client.ts';
import { useFeedback } from '../dialogs/feedback.tsx';
import { useSay } from '../language.ts';
import { lazyComponent } from '../code-loading/lazy-component.tsx';
import { usePermission } from '../permissions/use-permission.ts';
import { endpointOf } from '../calls/list-api.ts';
import { words } from '../words.ts';
import type { ListColumn } from './columns/columns.tsx';
import { ColumnsButton } from './columns/columns-button.tsx';
import type { ShownColumns } from './columns/shown-columns.ts';

interface ToolbarProps {
  readonly api: object;
  readonly onAdd: () => void;
  readonly onImport: () => void;
  readonly onRefresh: () => void;
  readonly refreshing: boolean;
  /** The list's query, which an export uses as well. */
  readonly listQuery: Readonly<Record<string, string>>;
  readonly selected: readonly string[];
  readonly columns: readonly ListColumn[];
  readonly taste: ShownColumns;
  /** The button of the advanced query, for lists without a search form. */
  readonly advanced?: ReactNode;
  /** The menu of saved views. */
  readonly views?: ReactNode;
  /** Replaces the left side while rows are selected. */
  readonly batch?: ReactNode;
  /** Buttons of the page. */
  readonly children?: ReactNode;
}

/** Left: adding and the page's buttons. Right: import, export, refresh and columns. */
export const Toolbar = ({
  api,
  onAdd,
  onImport,
  onRefresh,
  refreshing,
  listQuery,
  selected,
  columns,
  taste,
  advanced,
  views,
  batch,
  children,
}: ToolbarProps) => {
  const say = useSay();
  const [add, importing, exporting] = [endpointOf(api, 'add'), endpointOf(api, 'importExcel'), endpointOf(api, 'exportXls')];
  const reveal = endpointOf(api, 'reveal');
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
        {advanced}
        {importing && (
          <ActButton className="co-icon-on-phone" aria-label={say(words.import)} icon={<UploadOutlined />} allow={importing.allow} onClick={onImport}>
            {say(words.import)}
          </ActButton>
        )}
        {exporting && <ExportButton endpoint={exporting} reveal={reveal?.allow} listQuery={listQuery} selected={selected} />}
        <Tooltip title={say(words.refresh)}>
          <Button icon={<ReloadOutlined spin={refreshing} />} aria-label={say(words.refresh)} onClick={onRefresh} />
        </Tooltip>
        {views}
        <ColumnsButton columns={columns} taste={taste} />
      </div>
    </div>
  );
};

/** Loaded only for viewers who may see personal data in full. */
const ClearSheet = lazyComponent(() => import('../personal/full-sheet-button.tsx').then((sheet) => sheet.FullSheetButton));

interface ExportButtonProps {
  readonly endpoint: Endpoint;
  /** The permission to see the personal data of this list in full. */
  readonly reveal: string | undefined;
  readonly listQuery: Readonly<Record<string, string>>;
  readonly selected: readonly string[];
}

/** Exports the selected rows, or all rows of the filter. */
const ExportButton = ({ endpoint, reveal, listQuery, selected }: ExportButtonProps) => {
  const say = useSay();
  const may = usePermission();
  const { refused } = useFeedback();
  const [busy, setBusy] = useState(false);
  const run = async (extraQuery: Readonly<Record<string, string>> = {}) => {
    setBusy(true);
    try {
      saveFile(await download(endpoint, { ...listQuery, ...(selected.length > 0 && { selections: selected.join(',') }), ...extraQuery }));
    } catch (problem) {
      refused(problem as CallError); // download throws only CallError
    } finally {
      setBusy(false);
    }
  };
  const label = selected.length > 0 ? say(words.exportSelected, { n: selected.length }) : say(words.export);
  const canClear = reveal !== undefined && endpoint.input['clear'] !== undefined && may(endpoint.allow).ok && may(reveal).ok;
  return (
    <>
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
      {canClear && <ClearSheet allow={reveal} busy={busy} onExport={() => void run({ clear: '1' })} />}
    </>
  );
};
