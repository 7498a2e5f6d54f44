import { Button, Progress, Upload } from 'antd';
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import InboxOutlined from '@ant-design/icons/InboxOutlined';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import { download, saveFile } from '../calls/client.ts';
import type { CallError } from '../calls/client.ts';
import { useFeedback } from '../dialogs/feedback.tsx';
import { formatBytes } from '../format.ts';
import { useSay } from '../language.ts';
import { words } from '../words.ts';
import type { Import, ImportProgress } from './use-import.ts';
import { importWords } from './words.ts';

const BYTES_MAX = 10 * 1024 * 1024;
const FILES_MAX = 10;

interface ChoosingProps {
  readonly importing: Import;
  readonly template: Endpoint | undefined;
}

export const FileChooser = ({ importing, template }: ChoosingProps) => {
  const say = useSay();
  const { showError, refused } = useFeedback();
  const { files, progress, choose } = importing;
  const addFile = (next: File, allFiles: readonly File[]) => {
    if (next !== allFiles[0]) return Upload.LIST_IGNORE;
    const wrongFile = allFiles.find((file) => !/\.xlsx?$/i.test(file.name));
    const otherFiles = files.filter(({ name }) => !allFiles.some((file) => file.name === name));
    if (wrongFile) showError(importWords.notExcel);
    else if (allFiles.some(({ size }) => size > BYTES_MAX)) showError(importWords.tooBig);
    else if (otherFiles.length + allFiles.length > FILES_MAX) showError(say(importWords.tooMany, { n: FILES_MAX }));
    else choose([...otherFiles, ...allFiles]);
    return Upload.LIST_IGNORE;
  };
  const fetchTemplate = async (endpoint: Endpoint) => {
    try {
      saveFile(await download(endpoint, {}));
    } catch (problem) {
      refused(problem as CallError); // download throws only CallError
    }
  };
  return (
    <>
      {!progress && (
        <Upload.Dragger accept=".xls,.xlsx" multiple beforeUpload={addFile} showUploadList={false} className="co-drop">
          <InboxOutlined className="co-drop-icon" />
          <div className="co-drop-text">{say(importWords.drop)}</div>
          <div className="co-hint">{say(importWords.rule)}</div>
        </Upload.Dragger>
      )}
      <ul className="co-import-files">
        {files.map((file) => (
          <li key={file.name}>
            <span>
              {file.name} · {formatBytes(file.size)}
            </span>
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined />}
              aria-label={say(importWords.drop1, { file: file.name })}
              disabled={progress !== undefined}
              onClick={() => choose(files.filter((item) => item !== file))}
            />
          </li>
        ))}
      </ul>
      {progress && <ImportProgressBar progress={progress} />}
      {template && (
        <Button type="link" className="co-template" icon={<DownloadOutlined />} onClick={() => void fetchTemplate(template)}>
          {say(importWords.template)}
        </Button>
      )}
    </>
  );
};

/** The progress of the upload; at its end, that the server is processing the files. */
export const ImportProgressBar = ({ progress: { part, keeps } }: { readonly progress: ImportProgress }) => {
  const say = useSay();
  const isThere = part >= 1;
  return (
    <output className="co-import-progress">
      <Progress
        percent={Math.round(part * 100)}
        size="small"
        status="active"
        showInfo={!isThere}
        aria-label={say(isThere ? (keeps ? importWords.writing : importWords.checking) : words.uploading)}
      />
      {isThere && <div className="co-hint">{say(keeps ? importWords.writing : importWords.checking)}</div>}
    </output>
  );
};
