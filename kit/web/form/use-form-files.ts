import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import type { Words } from '#kit/fields/words.ts';
import { useFeedback } from '../dialogs/feedback.tsx';
import { useSay } from '../language.ts';
import { useStore } from '../store.ts';
import { FormFiles } from '../upload/form-files.ts';

const fileWords = {
  waiting: ['等待文件上传 {percent}%', '等待檔案上傳 {percent}%', 'Waiting for the upload, {percent}%'],
  failed: [
    '“{name}”未能上传，请重试或移除后再保存',
    '「{name}」未能上傳，請重試或移除後再儲存',
    '"{name}" was not uploaded. Try again or take it out, then save',
  ],
} as const satisfies Readonly<Record<string, Words>>;

/** Submits a form after its uploads have finished, and not if one has failed. Editable tables in the form are validated first. */
export const useFormFiles = (submit: () => void) => {
  const say = useSay();
  const { warn } = useFeedback();
  const [files] = useState(() => new FormFiles());
  const { percent } = useStore(files.store);
  const [waits, setWaits] = useState(false);
  const isGivenUp = useRef(false);
  const wait = async () => {
    setWaits(true);
    const { failed } = await files.settled();
    setWaits(false);
    if (isGivenUp.current) return undefined;
    if (failed !== undefined) return warn(say(fileWords.failed, { name: failed }));
    if (await files.isRight()) submit();
    return undefined;
  };
  return {
    files,
    /** Waits before the validation, which would report an unfinished upload as a missing file. */
    onSubmitCapture: (event: FormEvent) => {
      if (files.isClear() && !files.hasJudges()) return;
      event.preventDefault();
      event.stopPropagation();
      if (!waits) void wait();
    },
    /** The text about running uploads, while the form waits for them. */
    waiting: waits && percent !== undefined ? say(fileWords.waiting, { percent }) : undefined,
    giveUp: () => {
      isGivenUp.current = true;
    },
  };
};
