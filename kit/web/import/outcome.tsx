import { Button } from 'antd';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import type { ImportAnswer } from '#kit/resource/crud.ts';
import { fetchStored, saveFile } from '../calls/client.ts';
import type { CallError } from '../calls/client.ts';
import { useFeedback } from '../dialogs/feedback.tsx';
import { useSay } from '../language.ts';
import { Notice } from '../notice.tsx';
import { importWords } from './words.ts';

/** The result of an import. Valid rows are imported; the others are offered as a file with the reasons. */
export const Outcome = ({ answer }: { readonly answer: ImportAnswer }) => {
  const say = useSay();
  const { refused } = useFeedback();
  const fetchErrors = async (path: string) => {
    try {
      saveFile({ ...(await fetchStored(path)), name: answer.fileName ?? 'errors.xlsx' });
    } catch (problem) {
      refused(problem as CallError); // download throws only CallError
    }
  };
  const figures = [
    [importWords.rows, answer.totalCount, ''],
    [importWords.good, answer.successCount, 'co-figure-good'],
    [importWords.bad, answer.errorCount, answer.errorCount > 0 ? 'co-figure-bad' : ''],
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
          {say(importWords.errors)}
        </Button>
      )}
    </Notice>
  );
};
