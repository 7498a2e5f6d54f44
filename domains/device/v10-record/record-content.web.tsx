import type { CodeValue } from '#kit/fields/codes.ts';
import { BarChart } from '#kit/web/chart/charts.tsx';
import { formatInstant, viewerZone } from '#kit/web/format.ts';
import { InstantCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { entriesOf, exceptionsOf, factsOf, membersOf, slotsOf, slotTimes, statesOf, sumOf } from './record-content.rules.ts';
import type { RecordMember } from './record-content.rules.ts';
import { recordWords } from './record-words.labels.ts';
import { recordType } from './v10-record.codes.ts';
import type { RecordContent } from './v10-record.ts';

interface RecordProps {
  readonly row: { readonly recordType: CodeValue<typeof recordType>; readonly gunNumber: number; readonly content: RecordContent };
}

const { status, end, order, abnormal } = recordType.items;

/** What a row of the list says of its record, in one line. */
export const RecordFacts = ({ row }: RecordProps) => {
  const say = useSay();
  const isStatus = row.recordType === status.value;
  const facts = factsOf(row.recordType, row.content).map((member) =>
    isStatus ? textOf(member, say) : `${say(member.label)} ${textOf(member, say)}`,
  );
  if (row.recordType === abnormal.value) facts.push(eventText(row.content, say));
  if (isStatus) {
    for (const gun of entriesOf(row.recordType, row.content, 'guns')) {
      const told = gun
        .filter(({ name, value }) => name === 'gunWorkStat' || (gunFacts.has(name) && Number(value) > 0))
        .map((member) => textOf(member, say));
      facts.push(`${say(recordWords.gun, { n: numberOf(gun) })} ${told.join(' ')}`);
    }
  }
  const text = facts.join(' · ');
  return (
    <span className="co-clip" title={text}>
      {text}
    </span>
  );
};

/** Of a gun that charges. */
const gunFacts: ReadonlySet<string> = new Set(['voltage', 'current', 'energy']);

/** Every member of a record; lists, bits and half hours in a form of their own. */
export const RecordContentView = ({ row }: RecordProps) => {
  const say = useSay();
  const { recordType: type, content } = row;
  return (
    <div className="dv-record">
      <h3>{say(recordWords.members)}</h3>
      <Members members={membersOf(type, content)} />
      {type === status.value && <Guns content={content} />}
      {type === end.value && <Periods content={content} />}
      {type === order.value && <Slots content={content} />}
      {type === abnormal.value && <Abnormal content={content} />}
    </div>
  );
};

const Members = ({ members }: { readonly members: readonly RecordMember[] }) => {
  const say = useSay();
  return (
    <dl className="dv-fields">
      {members.map((member) => (
        <div key={member.name}>
          <dt title={member.name}>{say(member.label)}</dt>
          <dd>
            <Value member={member} />
          </dd>
        </div>
      ))}
    </dl>
  );
};

const Value = ({ member }: { readonly member: RecordMember }) => {
  const say = useSay();
  const { value, unit, instantS } = member;
  if (instantS !== undefined) return <InstantCell value={isoOf(instantS)} />;
  return (
    <>
      <span className="co-num">{typeof value === 'string' ? value : say(value)}</span>
      {unit !== '' && <span className="co-unit">{unit}</span>}
    </>
  );
};

const Guns = ({ content }: { readonly content: RecordContent }) => {
  const say = useSay();
  return entriesOf(status.value, content, 'guns').map((gun) => (
    <section key={numberOf(gun)}>
      <h4>{say(recordWords.gun, { n: numberOf(gun) })}</h4>
      <Members members={gun.filter(({ name }) => name !== 'gunNumber')} />
    </section>
  ));
};

const Periods = ({ content }: { readonly content: RecordContent }) => {
  const say = useSay();
  const periods = entriesOf(end.value, content, 'periodJson');
  const heads = periods[0] ?? [];
  if (heads.length === 0) return <p className="co-hint">{say(recordWords.noEnergy)}</p>;
  return (
    <section>
      <h4>{say(recordWords.periods)}</h4>
      <div className="dv-record-scroll">
        <table className="dv-periods">
          <thead>
            <tr>
              {heads.map(({ name, label, unit }) => (
                <th key={name}>
                  {say(label)}
                  {unit !== '' && <span className="co-unit">{unit}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {periods.map((period) => (
              <tr key={period.map((member) => member.instantS ?? '').join(' ')}>
                {period.map((member) => (
                  <td key={member.name}>
                    <Value member={{ ...member, unit: '' }} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
};

const Slots = ({ content }: { readonly content: RecordContent }) => {
  const say = useSay();
  const values = slotsOf(content);
  const total = sumOf(values);
  const label = say(recordWords.slots);
  return (
    <section>
      <h4>
        {label} <span className="co-num">{total}</span> <span className="co-unit">kWh</span>
      </h4>
      {values.some((value) => value > 0) ? (
        <>
          <BarChart names={slotTimes} series={[{ name: label, values }]} unit="kWh" label={`${label}: ${total} kWh`} />
          <p className="co-hint">{say(recordWords.slotsHint)}</p>
        </>
      ) : (
        <p className="co-hint">{say(recordWords.noEnergy)}</p>
      )}
    </section>
  );
};

const Abnormal = ({ content }: { readonly content: RecordContent }) => {
  const say = useSay();
  const exceptions = exceptionsOf(content);
  const tone = content['happening'] === 1 ? 'co-code-bad' : 'co-code-quiet';
  return (
    <>
      <h4>
        {say(recordWords.exceptions)} <small className="co-hint">{say(happeningWords(content))}</small>
      </h4>
      <p className="dv-chips">
        {exceptions.length === 0 && <span className="co-hint">{say(recordWords.noExceptions)}</span>}
        {exceptions.map((exception) => (
          <span key={exception[2]} className={`co-code ${tone}`}>
            {say(exception)}
          </span>
        ))}
      </p>
      <h4>{say(recordWords.states)}</h4>
      <p className="dv-chips">
        {statesOf(content).map((state) => (
          <span key={state[2]} className="co-code">
            {say(state)}
          </span>
        ))}
      </p>
      <p className="dv-dump">
        {String(content['exception'])} {String(content['status'])}
      </p>
    </>
  );
};

const happeningWords = ({ happening }: RecordContent) => (happening === 1 ? recordWords.happening : recordWords.ended);

const eventText = (content: RecordContent, say: ReturnType<typeof useSay>): string => {
  const exceptions = exceptionsOf(content).map((exception) => say(exception));
  return `${say(happeningWords(content))} · ${exceptions.length === 0 ? say(recordWords.noExceptions) : exceptions.join(', ')}`;
};

const textOf = ({ value, unit, instantS }: RecordMember, say: ReturnType<typeof useSay>): string => {
  if (instantS !== undefined) return formatInstant(isoOf(instantS), viewerZone());
  const text = typeof value === 'string' ? value : say(value);
  return unit === '' ? text : `${text} ${unit}`;
};

const numberOf = (gun: readonly RecordMember[]): string => {
  const value = gun.find(({ name }) => name === 'gunNumber')?.value;
  return typeof value === 'string' ? value : '';
};

const isoOf = (instantS: number): string => new Date(instantS * 1_000).toISOString();
