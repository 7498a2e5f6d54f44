import { itemOf } from '#kit/fields/codes.ts';
import type { CodeTable } from '#kit/fields/codes.ts';
import { faultType } from '#engines/pile/codes.ts';
import { CodeTag, EmptyCell, InstantCell, NumberCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { gunFault, gunStatusInfo, stopReason } from '#domains/network/resources.ts';
import { Figure } from './figure.web.tsx';
import { PlainNumber, Power } from './figures.web.tsx';
import type { LiveGun } from './monitor.ts';
import { monitorWords } from './monitor-page.labels.ts';

/** What a gun reports of itself, whether it charges or not. */
export const GunFacts = ({ gun, zone }: { readonly gun: LiveGun; readonly zone: string | undefined }) => {
  const say = useSay();
  const { status } = gun;
  return (
    <section className="ch-section">
      <h3>{say(monitorWords.gunSection)}</h3>
      <dl className="ch-figures cm-facts">
        <Figure label={say(monitorWords.statusInfo)}>
          <Code codes={gunStatusInfo} value={status.statusInfo} />
        </Figure>
        <Figure label={say(gunFault.title)}>
          <Code codes={gunFault} value={gun.gunFaultType ?? faultType.none} />
        </Figure>
        <Figure label={say(monitorWords.stopType)}>
          <Code codes={stopReason} value={status.stopType === 0 ? null : status.stopType} />
        </Figure>
        <Figure label={say(monitorWords.positiveTemp)}>
          <PlainNumber value={status.positiveTempC} unit="°C" />
        </Figure>
        <Figure label={say(monitorWords.negativeTemp)}>
          <PlainNumber value={status.negativeTempC} unit="°C" />
        </Figure>
        <Figure label={say(monitorWords.cpVoltage)}>
          {status.cpVoltageCv === null ? <EmptyCell /> : <NumberCell value={(status.cpVoltageCv / 100).toFixed(2)} unit="V" />}
        </Figure>
        <Figure label={say(monitorWords.insulation)}>
          <PlainNumber value={status.insulationKohm} unit="kΩ" />
        </Figure>
        <Figure label={say(monitorWords.maxPower)}>
          <Power value={status.maxPowerHw === null ? null : status.maxPowerHw * 100} />
        </Figure>
        <Figure label={say(monitorWords.rated)}>
          <Power value={gun.ratedPowerW} />
        </Figure>
        <Figure label={say(monitorWords.rateRule)}>{gun.rateRuleNo ?? <EmptyCell />}</Figure>
        {gun.stateChangedAt !== null && (
          <Figure label={say(monitorWords.since)}>
            <InstantCell value={gun.stateChangedAt} zone={zone} />
          </Figure>
        )}
        <Figure label={say(monitorWords.lastHeard)}>
          {gun.reportedAt === null ? <EmptyCell /> : <InstantCell value={gun.reportedAt} zone={zone} />}
        </Figure>
      </dl>
    </section>
  );
};

const Code = ({ codes, value }: { readonly codes: CodeTable; readonly value: number | null }) =>
  value === null ? <EmptyCell /> : <CodeTag item={itemOf(codes, value)} fallback={String(value)} />;
