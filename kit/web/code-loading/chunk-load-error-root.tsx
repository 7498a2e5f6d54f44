import { lostStore } from './chunk-load-error.ts';
import { lostWords } from './chunk-load-error-words.ts';
import { useSay } from '../language.ts';
import { useStore } from '../store.ts';

/** Says once that a part of the program did not come, and what to do. Written without the component library, which may be what is missing. */
export const LostRoot = () => {
  const say = useSay();
  const lost = useStore(lostStore);
  const [first] = lost;
  if (!first) return null;
  return (
    <div className="co-lost" role="alert">
      <span>{say(lostWords[first.why])}</span>
      {first.why !== 'gone' && (
        <button type="button" onClick={() => lost.forEach(({ again }) => again())}>
          {say(lostWords.again)}
        </button>
      )}
      <button type="button" onClick={() => window.location.reload()}>
        {say(lostWords.reload)}
      </button>
    </div>
  );
};
