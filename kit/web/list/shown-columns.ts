import { useCallback, useMemo, useState } from 'react';
import { keep, recall } from '../storage.ts';

const keyOf = (noun: string): string => `enhance_columns_${noun}`;

/** The columns a viewer chose for a noun in this browser; an empty choice goes back to the page's own. */
export const useShownColumns = (noun: string, usual: readonly string[]) => {
  const [chosen, setChosen] = useState(() => read(noun));
  const show = useCallback(
    (names: readonly string[]) => {
      keep(keyOf(noun), names.length > 0 ? names.join(',') : null);
      setChosen(names);
    },
    [noun],
  );
  return { shown: useMemo(() => (chosen.length > 0 ? chosen : usual), [chosen, usual]), show };
};

const read = (noun: string): readonly string[] => (recall(keyOf(noun)) ?? '').split(',').filter(Boolean);
