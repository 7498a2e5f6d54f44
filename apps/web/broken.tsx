import { useSay } from '#kit/web/language.ts';
import { chunkLoadErrorWords } from '#kit/web/code-loading/chunk-load-error-words.ts';
import { Mark } from './mark.tsx';

/** The frame itself broke. Says so with nothing that may be what broke; what was typed is kept and comes back. */
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
