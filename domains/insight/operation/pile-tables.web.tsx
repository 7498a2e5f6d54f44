import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { pileApi } from '#domains/network/resources.ts';
import type { Words } from '#kit/fields/words.ts';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { groupDigits } from '#kit/web/format.ts';
import { NumberCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { OrdersLink } from '../charge-sum/data-page.web.tsx';
import { ordersBehind } from '../charge-sum/orders-behind.rules.ts';
import { pileAddress, pilesBehind } from './behind.rules.ts';
import type { DaySpan } from '../figures/figures.ts';
import { pileDataApi } from '../pile-data/pile-data.ts';
import { Delivered } from './delivered.web.tsx';
import { Help, ListLink, percent } from './figure.web.tsx';
import { MoreRanges } from './more-ranges.web.tsx';
import { operationWords as words } from './operation.labels.ts';
import { DORMANT_DAYS_MAX, DORMANT_LISTED, operationApi } from './operation.ts';
import type { PileUse, UseAnalysis } from './operation.ts';
import type { BoardQuery } from './operation.web.tsx';

interface PilesProps {
  readonly use: UseAnalysis;
  readonly query: BoardQuery;
}

/** The most and the least used piles, and dormant ones. */
export const PileTables = ({ use, query }: PilesProps) => {
  const say = useSay();
  return (
    <div className="op-three">
      <Ranked title={say(words.best)} piles={use.best} use={use} />
      <Ranked title={say(words.worst)} piles={use.worst} use={use} />
      <Dormant use={use} query={query} />
    </div>
  );
};

interface RankedProps {
  readonly title: string;
  readonly piles: readonly PileUse[];
  readonly use: UseAnalysis;
}

const Ranked = ({ title, piles, use: { from, to } }: RankedProps) => {
  const say = useSay();
  const columns = [words.byTime, words.orders];
  return <PileTable title={title} help={say(words.rankHelp)} columns={columns} piles={piles} cellsOf={(pile) => rankedCells(pile, { from, to })} />;
};

const rankedCells = ({ cpCode, byTime, charges }: PileUse, days: DaySpan) => (
  <>
    <td className="co-num">
      <Delivered days={days} filters={{ cpCode }}>
        {percent(byTime)}
      </Delivered>
    </td>
    <td>
      <OrdersLink to={ordersBehind({ ...days, filters: { cpCode } })} name={cpCode}>
        <NumberCell value={charges} />
      </OrdersLink>
    </td>
  </>
);

const Dormant = ({ use: { dormant, dormantCount, dormantCodes }, query }: PilesProps) => {
  const say = useSay();
  const { ok } = usePermission()(pileApi.list.allow);
  const navigate = useNavigate();
  const { send, sending } = useSend(operationApi.dormant, {
    doneText: false,
    onDone: ({ codes }) => void navigate(pileAddress(pilesBehind(codes))),
  });
  return (
    <PileTable
      title={say(words.dormant)}
      help={say(words.dormantHelp, { n: groupDigits(dormantCount) })}
      columns={[words.lastDay]}
      piles={dormant}
      cellsOf={lastCharge}
    >
      {ok && dormantCodes.length > 0 && (
        <>
          <Link to={pileAddress(pilesBehind(dormantCodes))}>
            {say(dormantCount > dormantCodes.length ? words.dormantLongest : words.dormantAll, { n: dormantCodes.length })}
          </Link>{' '}
          <MoreRanges total={dormantCount} each={DORMANT_LISTED} loading={sending} onPick={(after) => void send({ ...query, after })} />
        </>
      )}
    </PileTable>
  );
};

const lastCharge = (pile: PileUse) => (
  <td className="co-num">
    <LastCharge {...pile} />
  </td>
);

const LastCharge = ({ cpCode, lastDay }: PileUse) => {
  const say = useSay();
  if (lastDay === null) return say(words.longAgo, { n: DORMANT_DAYS_MAX });
  return (
    <OrdersLink to={ordersBehind({ from: lastDay, to: lastDay, filters: { cpCode } })} name={`${cpCode} ${lastDay}`}>
      {lastDay}
    </OrdersLink>
  );
};

interface PileTableProps {
  readonly title: string;
  readonly help: string;
  /** Beside the pile. */
  readonly columns: readonly Words[];
  readonly piles: readonly PileUse[];
  readonly cellsOf: (pile: PileUse) => ReactNode;
  /** Below the piles. */
  readonly children?: ReactNode;
}

const PileTable = ({ title, help, columns, piles, cellsOf, children }: PileTableProps) => {
  const say = useSay();
  return (
    <section className="co-card op-box">
      <h2>
        <Help help={help}>{title}</Help>
      </h2>
      {piles.length === 0 && <p className="co-hint">{say(words.none)}</p>}
      {piles.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>{say(words.pile)}</th>
              {columns.map((column) => (
                <th key={column[0]}>{say(column)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {piles.map((pile) => (
              <tr key={pile.cpCode}>
                <td>
                  <ListLink to={`/statistics/pile-data?cpCode=${encodeURIComponent(pile.cpCode)}`} allow={pileDataApi.list.allow}>
                    {pile.cpCode}
                  </ListLink>{' '}
                  <span className="co-hint">{pile.stationName}</span>
                </td>
                {cellsOf(pile)}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {children}
    </section>
  );
};
