import { useEffect, useState } from 'react';
import { useSay } from '../say.tsx';

const QUIET_MODULES = 4;

/** A code that another phone scans. Its library is loaded only here. */
export const PayCode = ({ text }: { readonly text: string }) => {
  const { say } = useSay();
  const [rows, setRows] = useState<readonly (readonly boolean[])[]>();
  useEffect(() => {
    void import('uqr').then(({ encode }) => setRows(encode(text, { border: 0 }).data));
  }, [text]);
  const size = rows?.length ?? 1;
  const side = size + QUIET_MODULES * 2;
  const dark =
    rows?.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x + QUIET_MODULES} ${y + QUIET_MODULES}h1v1h-1z` : []))).join('') ?? '';
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path d="${dark}"/></svg>`;
  return (
    <figure className="stack">
      <img className="code" src={`data:image/svg+xml,${encodeURIComponent(picture)}`} alt={say('qr')} />
    </figure>
  );
};
