import EyeOutlined from '@ant-design/icons/EyeOutlined';
import { ActButton } from '../permissions/act-button.tsx';
import { useFeedback } from '../dialogs/feedback.tsx';
import { useSay } from '../language.ts';
import { personalWords } from './personal-words.ts';
import './personal.css';

interface FullSheetButtonProps {
  readonly allow: string;
  readonly busy: boolean;
  readonly onExport: () => void;
}

/** Exports with personal data in full, after a confirmation. */
export const FullSheetButton = ({ allow, busy, onExport }: FullSheetButtonProps) => {
  const say = useSay();
  const { confirm } = useFeedback();
  const run = async () => {
    if (await confirm({ title: personalWords.sheetAsk, body: personalWords.sheetWhy, okText: personalWords.sheet })) onExport();
  };
  return (
    <ActButton
      className="co-joined"
      icon={<EyeOutlined />}
      aria-label={say(personalWords.sheet)}
      tip={say(personalWords.sheet)}
      allow={allow}
      disabled={busy}
      onClick={() => void run()}
    />
  );
};
