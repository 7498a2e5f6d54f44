import { Button, Modal } from 'antd';
import type { Words } from '#kit/fields/words.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import { useSay } from '../language.ts';
import { words } from '../words.ts';
import { FileChooser, ImportProgressBar } from './file-chooser.tsx';
import './import.css';
import { Outcome } from './outcome.tsx';
import { RowReview } from './row-review.tsx';
import { useImport } from './use-import.ts';
import type { Import } from './use-import.ts';
import { importWords } from './words.ts';

export interface ImportDialogProps {
  readonly endpoint: Endpoint;
  readonly template: Endpoint | undefined;
  readonly noun: { readonly path: string };
  readonly title: Words;
  readonly open: boolean;
  readonly onClose: () => void;
}

const WIDTH_PX = 600;
const REVIEW_WIDTH_PX = 1_000;

/** Imports spreadsheets. It first shows what the import would do, accepts corrections, and then imports the valid rows. */
export const ImportDialog = ({ endpoint, template, noun, title, open, onClose }: ImportDialogProps) => {
  const say = useSay();
  const importing = useImport(endpoint, noun, onClose);
  const { answer, progress, choose } = importing;
  const preview = answer?.preview;
  const close = () => {
    if (progress) return;
    choose([]);
    onClose();
  };
  return (
    <Modal
      open={open}
      onCancel={close}
      width={preview && preview.badCount > 0 ? REVIEW_WIDTH_PX : WIDTH_PX}
      title={`${say(importWords.title)} · ${say(title)}`}
      mask={{ closable: !answer && !progress }}
      closable={!progress}
      keyboard={!progress}
      footer={<Buttons importing={importing} onClose={close} />}
    >
      {!answer && <FileChooser importing={importing} template={template} />}
      {preview && <RowReview preview={preview} importing={importing} />}
      {preview && progress && <ImportProgressBar progress={progress} />}
      {answer && !preview && <Outcome answer={answer} />}
    </Modal>
  );
};

const Buttons = ({ importing, onClose }: { readonly importing: Import; readonly onClose: () => void }) => {
  const say = useSay();
  const { answer, progress, files, isEdited, check, run, choose } = importing;
  const preview = answer?.preview;
  const busy = progress !== undefined;
  if (!answer)
    return (
      <>
        <Button onClick={onClose} disabled={busy}>
          {say(words.cancel)}
        </Button>
        <Button type="primary" disabled={files.length === 0} loading={busy} onClick={() => void check()}>
          {say(busy ? words.uploading : importWords.check)}
        </Button>
      </>
    );
  if (!preview)
    return (
      <Button type="primary" onClick={onClose}>
        {say(words.close)}
      </Button>
    );
  const checks = isEdited || (preview.goodCount === 0 && preview.badCount > 0);
  return (
    <>
      <Button className="co-import-back" onClick={() => choose([])} disabled={busy}>
        {say(importWords.back)}
      </Button>
      {preview.badCount > 0 && (
        <Button {...(checks && { type: 'primary' as const })} disabled={!isEdited} loading={progress?.keeps === false} onClick={() => void check()}>
          {say(importWords.again)}
        </Button>
      )}
      <Button
        {...(!checks && { type: 'primary' as const })}
        disabled={preview.goodCount === 0 || isEdited}
        loading={progress?.keeps === true}
        onClick={() => void run()}
      >
        {say(importWords.run, { n: preview.goodCount })}
      </Button>
    </>
  );
};
