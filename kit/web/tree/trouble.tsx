import { useSay } from '../language.ts';
import { words } from '../words.ts';
import './tree.css';

/** In a list of choices: why it could not be read, and to try it again. */
export const Trouble = ({ because, retry }: { readonly because: string; readonly retry: () => void }) => {
  const say = useSay();
  return (
    <span role="alert" className="tt-failed">
      {say(words.loadFailed)}: {because} {/* A press takes the focus away, and with it the list. */}
      <button type="button" className="co-link" onMouseDown={(event) => event.preventDefault()} onClick={retry}>
        {say(words.retry)}
      </button>
    </span>
  );
};
