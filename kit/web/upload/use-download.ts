import { CallError, fetchStored, saveFile } from '../calls/client.ts';
import { useFeedback } from '../dialogs/feedback.tsx';
import type { StoredFile } from './stored.ts';
import { uploadWords } from './words.ts';

const NOT_FOUND = 404;

/** Downloads stored files under their original names. */
export const useDownload = () => {
  const { warn, refused } = useFeedback();
  return async (files: readonly StoredFile[]): Promise<void> => {
    for (const { path } of files) {
      try {
        if (path === '') return warn(uploadWords.unknownFile);
        saveFile(await fetchStored(path));
      } catch (problem) {
        if (!(problem instanceof CallError)) throw problem;
        if (problem.code === NOT_FOUND) return warn(uploadWords.unknownFile);
        return refused(problem);
      }
    }
    return undefined;
  };
};
