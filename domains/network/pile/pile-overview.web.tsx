import { FieldList } from '#kit/web/list/detail-drawer.tsx';
import { CodeTag, InstantCell, MoneyCell, EmptyCell } from '#kit/web/kinds/cell.tsx';
import type { PlainRow } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { itemOf } from '#kit/fields/codes.ts';
import { GunDots } from '../gun/gun-dots.web.tsx';
import { pileFault } from './pile.codes.ts';
import { pileLabels, pileWords } from './pile.labels.ts';
import { pile } from './pile.ts';
import type { PileRow } from './pile-parts.web.ts';
import { isUnavailable } from './pile-state.web.tsx';

const sections = [
  {
    title: pileWords.now,
    fields: ['cpWorkStat', 'cpFaultType', 'guns', 'lastSeen', 'onlineSince', 'mainSw'],
  },
  { title: pileWords.belongs, fields: ['tenantId', 'agentId', 'stationId', 'timezone', 'rateRuleId', 'rateRuleNo', 'powerControlId', 'cpStat'] },
  {
    title: pileWords.device,
    fields: ['cpType', 'protocol', 'nativeVersion', 'gunCount', 'cpPower', 'cpV', 'cpI', 'cpTime', 'encryptionMode', 'securityProfile', 'overTls'],
  },
  {
    title: pileWords.operation,
    fields: [
      'exterOperate',
      'canBeReservation',
      'crcId',
      'checkAccount',
      'accountMinAmount',
      'insertSelfStart',
      'payQrCode',
      'parameterStat',
      'differingCount',
    ],
  },
  { title: pileWords.records, fields: ['createBy', 'createTime', 'updateBy', 'updateTime'] },
] as const;

/** The details of a pile, in groups. */
export const PileOverview = ({ row }: { readonly row: PileRow }) => {
  const say = useSay();
  return sections.map(({ title, fields }) => (
    <section key={title[2]} className="nw-section">
      <h3>{say(title)}</h3>
      <FieldList of={pile} labels={pileLabels} row={row} fields={fields} render={draw(row)} />
    </section>
  ));
};

const draw = (row: PileRow) => ({
  guns: () => <GunDots guns={row.guns ?? []} muted={isUnavailable(row)} />,
  cpFaultType: () => <CodeTag item={itemOf(pileFault, row.cpFaultType ?? 0)} />,
  accountMinAmount: () => <MoneyCell value={row.accountMinAmount} currency={row.currency} />,
  lastSeen: (_value: unknown, _row: PlainRow) => (row.lastSeen === null ? <EmptyCell /> : <InstantCell value={row.lastSeen} zone={row.timezone} />),
  stationId: () => <a href={`#/network/station?view=${row.stationId}`}>{row['stationId_dictText'] ?? row.stationId}</a>,
});
