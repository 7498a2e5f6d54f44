import { useEffect, useState } from 'react';
import { formatSpan } from '#kit/web/format.ts';
import { EmptyCell } from '#kit/web/kinds/cell.tsx';

const SECOND_MS = 1_000;

/** The current time of this browser, updated each second while `runs` is true. */
const useNow = (runs: boolean): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [runs]);
  return now;
};

/** How long something has taken; the time keeps counting while it is going on. */
export const Elapsed = ({ from, until }: { readonly from: string | null; readonly until: string | null }) => {
  const now = useNow(from !== null && until === null);
  if (from === null) return <EmptyCell />;
  const end = until === null ? now : new Date(until).getTime();
  return <span className="co-num">{formatSpan((end - new Date(from).getTime()) / 1_000)}</span>;
};

export const SocSpan = ({ from, until }: { readonly from: number | null; readonly until: number | null }) =>
  from === null && until === null ? (
    <EmptyCell />
  ) : (
    <span className="co-num">
      {from ?? '—'}
      <span className="ch-to">→</span>
      {until ?? '—'}
      <span className="co-unit">%</span>
    </span>
  );
