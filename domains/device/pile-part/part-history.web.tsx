import { Alert, Empty, Skeleton, Timeline } from 'antd';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { CodeTag, EmptyCell, InstantCell } from '#kit/web/kinds/cell.tsx';
import { itemOf } from '#kit/fields/codes.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { useSay } from '#kit/web/language.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { partChanges } from './pile-part.rules.ts';
import { pilePartLabels, pilePartWords } from './pile-part.labels.ts';
import { partSource, pilePartApi, versionFields } from './pile-part.ts';
import type { pilePart } from './pile-part.ts';
import '../device.css';

type Row = RowOf<typeof pilePart.fields>;

/** The changes that the timeline shows; the list of parts has the earlier ones. One more row is read, because an entry tells its difference to the next. */
const SHOWN_MAX = 99;

/** The parts of one pile, shown as a tab of its details. */
export const PileParts = ({ pile }: { readonly pile: { readonly cpCode: string } }) => (
  <div className="dv-inside">
    <PartHistory cpCode={pile.cpCode} withCurrent />
  </div>
);

interface PartHistoryProps {
  readonly cpCode: string;
  /** Also shows all current versions. */
  readonly withCurrent?: boolean;
}

/** How the parts of a pile changed, newest first. */
export const PartHistory = ({ cpCode, withCurrent = false }: PartHistoryProps) => {
  const say = useSay();
  const { data, error, refetch } = useCall(pilePartApi.list, { cpCode, pageSize: SHOWN_MAX + 1 });
  // The tabs of a pile stay mounted, and a version may have been entered in another one.
  const isShown = useSearchParams()[0].get('tab') === 'parts';
  useEffect(() => {
    if (isShown) void refetch();
  }, [isShown, refetch]);
  if (error && !data) return <LoadError because={error.message} retry={refetch} />;
  if (!data) return <Skeleton active />;
  const [current] = data.records;
  if (!current) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(pilePartWords.empty)} />;
  const entries = data.records.slice(0, SHOWN_MAX).map((row, index) => ({ row, previous: data.records[index + 1] }));
  return (
    <>
      {withCurrent && <CurrentParts row={current} />}
      <Timeline
        className="dv-parts"
        items={entries.map(({ row, previous }) => ({ key: row.pilePartId, content: <Change row={row} previous={previous} /> }))}
      />
      {data.records.length > SHOWN_MAX && <a href={`#/device/pile-part?cpCode=${encodeURIComponent(cpCode)}`}>{say(pilePartWords.older)}</a>}
    </>
  );
};

const CurrentParts = ({ row }: { readonly row: Row }) => {
  const say = useSay();
  const { mainBoardVer: entered, mainPcbSwVer: reported } = row;
  return (
    <>
      {entered !== null && reported !== null && entered !== reported && (
        <Alert type="warning" showIcon className="dv-warning" title={say(pilePartWords.differs, { entered, reported })} />
      )}
      <dl className="dv-part-versions">
        {versionFields.map((name) => (
          <div key={name}>
            <dt>{say(pilePartLabels.fields[name])}</dt>
            <dd>{row[name] ?? <EmptyCell />}</dd>
          </div>
        ))}
      </dl>
    </>
  );
};

const Change = ({ row, previous }: { readonly row: Row; readonly previous: Row | undefined }) => {
  const say = useSay();
  return (
    <>
      <div className="dv-part-head">
        <InstantCell value={row.upgradeTime} />
        <CodeTag item={itemOf(partSource, row.source)} />
        {!previous && <small className="co-hint">{say(pilePartWords.first)}</small>}
      </div>
      <ul className="dv-part-changes">
        {partChanges(row, previous).map(({ field, now, before }) => (
          <li key={field}>
            <span>{say(pilePartLabels.fields[field])}</span> <b>{now ?? say(pilePartWords.nothing)}</b>
            {before !== null && <small className="co-hint">{say(pilePartWords.from, { version: before })}</small>}
          </li>
        ))}
      </ul>
      {row.mergedCount > 0 && <small className="dv-part-merged">{say(pilePartWords.merged, { n: row.mergedCount })}</small>}
    </>
  );
};
