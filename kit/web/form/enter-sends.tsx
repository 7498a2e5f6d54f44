import { useSay } from '../language.ts';
import { words } from '../words.ts';

/** Inside the form of a dialog whose buttons stand outside of it: else Enter sends none of several inputs. */
export const EnterSends = () => {
  const say = useSay();
  return (
    <button type="submit" hidden>
      {say(words.save)}
    </button>
  );
};
