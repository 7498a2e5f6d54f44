import { useSay } from '#kit/web/language.ts';
import { chunkLoadErrorWords } from '#kit/web/code-loading/chunk-load-error-words.ts';
import { Mark } from './mark.tsx';

/** Reports that the frame itself failed, without any component that may have failed. Typed input is kept and restored. */
export const Broken = ({ problem }: { readonly problem: unknown }) => {
  const say = useSay();
  return (
    <div className="splash" role="alert">
      <Mark />
      <p>{say(chunkLoadErrorWords.broken)}</p>
      {problem instanceof Error && <small>{problem.message}</small>}
      <button type="button" className="co-lost-button" onClick={() => window.location.reload()}>
        {say(chunkLoadErrorWords.reload)}
      </button>
    </div>
  );
};
