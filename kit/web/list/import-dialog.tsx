import { Button, Modal, Progress, Upload } from 'antd';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import InboxOutlined from '@ant-design/icons/InboxOutlined';
import { useState } from 'react';
import type { ImportAnswer } from '#kit/resource/crud.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import type { Words } from '#kit/fields/words.ts';
import { download, fetchStored, saveFile, upload } from '../client.ts';
import type { CallError } from '../client.ts';
import { useFeedback } from '../feedback.tsx';
import { formatBytes } from '../format.ts';
import { useSay } from '../language.ts';
import { Notice } from '../notice.tsx';
import { refresh } from '../query.tsx';
import { words } from '../words.ts';

export interface ImportDialogProps {
  readonly endpoint: Endpoint;
  readonly template: Endpoint | undefined;
  readonly noun: { readonly path: string };
  readonly title: Words;
  readonly open: boolean;
  readonly onClose: () => void;
}

const BYTES_MAX = 10 * 1024 * 1024;

/** Takes a sheet, shows how far it is, then what came of it. Good rows are in, the others come back as a file with reasons. */
export const ImportDialog = ({ endpoint, template, noun, title, open, onClose }: ImportDialogProps) => {
  const say = useSay();
  const feedback = useFeedback();
  const [file, setFile] = useState<File>();
  const [progress, setProgress] = useState<number>();
  const [answer, setAnswer] = useState<ImportAnswer>();
  const close = () => {
    setFile(undefined);
    setAnswer(undefined);
    onClose();
  };
  const take = (next: File) => {
    const problem = problemWith(next);
    if (problem) feedback.bad(problem);
    else setFile(next);
    return Upload.LIST_IGNORE;
  };
  const start = async () => {
    if (!file) return;
    setProgress(0);
    try {
      const { result } = await upload(endpoint, { files: [file] }, { part: 'files[]', onProgress: (part) => setProgress(part ?? 0) });
      setAnswer(result as ImportAnswer); // the endpoint's output
      void refresh(noun);
    } catch (problem) {
      feedback.refused(problem as CallError); // upload rejects with nothing else
    } finally {
      setProgress(undefined);
    }
  };
  const uploading = progress !== undefined;
  return (
    <Modal
      open={open}
      onCancel={close}
      width={560}
      title={`${say(words.importTitle)} · ${say(title)}`}
      mask={{ closable: !uploading }}
      footer={
        answer ? (
          <Button type="primary" onClick={close}>
            {say(words.close)}
          </Button>
        ) : (
          <>
            <Button onClick={close} disabled={uploading}>
              {say(words.cancel)}
            </Button>
            <Button type="primary" disabled={!file} loading={uploading} onClick={() => void start()}>
              {say(uploading ? words.uploading : words.uploadStart)}
            </Button>
          </>
        )
      }
    >
      {answer ? <Outcome answer={answer} /> : <Choosing file={file} progress={progress} take={take} template={template} />}
    </Modal>
  );
};

const problemWith = (file: File): Words | undefined => {
  if (!/\.xlsx?$/i.test(file.name)) return words.notExcel;
  return file.size > BYTES_MAX ? words.tooBig : undefined;
};

interface ChoosingProps {
  readonly file: File | undefined;
  readonly progress: number | undefined;
  readonly take: (file: File) => string;
  readonly template: Endpoint | undefined;
}

const Choosing = ({ file, progress, take, template }: ChoosingProps) => {
  const say = useSay();
  const { refused } = useFeedback();
  const fetchTemplate = async (endpoint: Endpoint) => {
    try {
      saveFile(await download(endpoint, {}));
    } catch (problem) {
      refused(problem as CallError); // download throws nothing else
    }
  };
  return (
    <>
      <Upload.Dragger accept=".xls,.xlsx" beforeUpload={take} showUploadList={false} disabled={progress !== undefined} className="co-drop">
        <InboxOutlined className="co-drop-icon" />
        <div className="co-drop-text">{file ? `${file.name} · ${formatBytes(file.size)}` : say(words.importDrop)}</div>
        <div className="co-hint">{say(words.importRule)}</div>
      </Upload.Dragger>
      {progress !== undefined && <Progress percent={Math.round(progress * 100)} size="small" />}
      {template && (
        <Button type="link" className="co-template" icon={<DownloadOutlined />} onClick={() => void fetchTemplate(template)}>
          {say(words.template)}
        </Button>
      )}
    </>
  );
};

const Outcome = ({ answer }: { readonly answer: ImportAnswer }) => {
  const say = useSay();
  const { refused } = useFeedback();
  const fetchErrors = async (path: string) => {
    try {
      saveFile({ ...(await fetchStored(path)), name: answer.fileName ?? 'errors.xlsx' });
    } catch (problem) {
      refused(problem as CallError); // download throws nothing else
    }
  };
  const figures = [
    [words.importRows, answer.totalCount, ''],
    [words.importGood, answer.successCount, 'co-figure-good'],
    [words.importBad, answer.errorCount, answer.errorCount > 0 ? 'co-figure-bad' : ''],
  ] as const;
  const { fileUrl } = answer;
  return (
    <Notice tone={answer.errorCount === 0 && answer.successCount > 0 ? 'good' : 'warn'} title={answer.msg}>
      <div className="co-figures">
        {figures.map(([label, value, tone]) => (
          <div key={label[0]} className={`co-figure ${tone}`}>
            <strong>{value}</strong>
            <span>{say(label)}</span>
          </div>
        ))}
      </div>
      {fileUrl !== undefined && (
        <Button icon={<DownloadOutlined />} onClick={() => void fetchErrors(fileUrl)}>
          {say(words.importErrors)}
        </Button>
      )}
    </Notice>
  );
};
