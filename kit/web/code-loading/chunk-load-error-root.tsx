import { chunkLoadErrorStore } from './chunk-load-error.ts';
import { chunkLoadErrorWords } from './chunk-load-error-words.ts';
import { useSay } from '../language.ts';
import { useStore } from '../store.ts';

/** Says once that a part of the program did not come, and what to do. Written without the component library, which may be what is missing. */
export const ChunkLoadErrorRoot = () => {
  const say = useSay();
  const errors = useStore(chunkLoadErrorStore);
  const [first] = errors;
  if (!first) return null;
  return (
    <div className="co-lost" role="alert">
      <span>{say(chunkLoadErrorWords[first.reason])}</span>
      {first.reason !== 'gone' && (
        <button type="button" onClick={() => errors.forEach(({ retry }) => retry())}>
          {say(chunkLoadErrorWords.again)}
        </button>
      )}
      <button type="button" onClick={() => window.location.reload()}>
        {say(chunkLoadErrorWords.reload)}
      </button>
    </div>
  );
};
