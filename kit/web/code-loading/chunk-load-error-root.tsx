import { chunkLoadErrorStore } from './chunk-load-error.ts';
import { chunkLoadErrorWords } from './chunk-load-error-words.ts';
import { useSay } from '../language.ts';
import { useStore } from '../store.ts';

/** Shows that a chunk of the program could not be loaded, and how to go on. It uses no component library, because that may be the missing chunk. */
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
