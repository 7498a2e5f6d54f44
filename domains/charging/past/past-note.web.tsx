import { useCall } from '#kit/web/calls/query.tsx';
import { useSay } from '#kit/web/language.ts';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { pastWords } from './past-note.labels.ts';
import { pastApi } from './past.ts';
import './past-note.css';

const REFRESH_MS = 5_000;
const PERCENT = 100;

/** Says how far the past of the demo has been entered, until it is complete. Elsewhere it shows nothing and asks only once. */
export const PastNote = () => {
  const { ok } = usePermission()(pastApi.past.allow);
  const { data } = useCall(pastApi.past, {}, { enabled: ok, keep: true });
  return data && data.share !== null ? <Filling share={data.share} /> : null;
};

const Filling = ({ share }: { readonly share: number }) => {
  const say = useSay();
  // Asks for what its parent shows.
  useCall(pastApi.past, {}, { keep: true, everyMs: REFRESH_MS });
  const percent = Math.floor(share * PERCENT);
  return (
    <output className="co-card co-hint ch-past">
      {say(pastWords.filling, { share: `${percent} %` })}
      <progress aria-hidden max={PERCENT} value={percent} />
    </output>
  );
};
