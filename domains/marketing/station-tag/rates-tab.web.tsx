import { Radio, Select, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { formatDecimal } from '#engines/money/decimal.ts';
import { itemOf, valuesOf } from '#kit/fields/codes.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { currencySymbol, formatInstant, viewerZone } from '#kit/web/format.ts';
import { CodeTag } from '#kit/web/kinds/cell.tsx';
import { useLanguage, useSay } from '#kit/web/language.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { words } from '#kit/web/words.ts';
import { rateRuleApi, rateStage, rateType } from '#domains/tariff/resources.ts';
import { rateDisplay, rateState } from './station-tag.codes.ts';
import { stationTagLabels, stationTagRefusals, stationTagWords } from './station-tag.labels.ts';
import type { TabProps } from './station-drawer.web.tsx';
import { stationTag, stationTagApi } from './station-tag.ts';
import type { RateSlot, StationRateInfo } from './station-rate.ts';

const states = valuesOf(rateState);
const displays = valuesOf(rateDisplay);

/** The prices that the mini-program shows, and beside them those of the rule while the two differ. */
export const RatesTab = ({ row, dirtyRef, onSaving, onSaved }: TabProps) => {
  const say = useSay();
  const { showSuccess, warn } = useFeedback();
  const { stationId, rateRuleIds } = row;
  const [rateRuleId, setRateRuleId] = useState<string>();
  const [display, setDisplay] = useState(row.rateDisplay);
  const { data: info, error, refetch } = useCall(stationTagApi.queryStationRateInfo, { stationId });
  const ruleToShow = rateRuleId ?? (info?.rateState === states.changed ? currentRuleOf(info, rateRuleIds) : undefined);
  const rule = useCall(stationTagApi.queryStationRateInfo, { stationId, rateRuleId: ruleToShow ?? null }, { enabled: ruleToShow !== undefined });
  const { send, sending } = useSend(stationTagApi.updateStationRate, {
    changes: [stationTag],
    doneText: false,
    onDone: ({ warning }) => {
      onSaved();
      if (warning === null) showSuccess(words.done);
      else warn(warning);
    },
  });
  useEffect(() => {
    const ref = dirtyRef;
    ref.current = () => display !== row.rateDisplay;
    return () => {
      ref.current = null;
    };
  });
  if (error && !info) return <LoadError because={error.message} retry={refetch} />;
  if (!info) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <>
      <div className="st-sync">
        {rateRuleIds.length > 1 && <RuleSelect ruleIds={rateRuleIds} value={rateRuleId} onChange={setRateRuleId} />}
        <Radio.Group
          aria-label={say(stationTagLabels.fields.rateDisplay)}
          options={Object.values(rateDisplay.items).map(({ value, words: name }) => ({ value, label: say(name) }))}
          value={display}
          onChange={({ target }) => setDisplay(target.value === displays.parts ? displays.parts : displays.total)}
        />
        <ActButton
          type="primary"
          allow={stationTagApi.updateStationRate.allow}
          loading={sending}
          because={rateRuleIds.length === 0 ? say(stationTagRefusals['rate.none']) : undefined}
          onClick={() => onSaving(send({ stationId, rateRuleId: rateRuleId ?? null, display, version: row.version }))}
        >
          {say(stationTagWords.sync)}
        </ActButton>
      </div>
      <p className="co-hint">{say(stationTagWords.displayOnly)}</p>
      {info.mixed === 1 && <p className="st-mixed">{say(stationTagRefusals['rate.pilesDiffer'])}</p>}
      <h3 className="st-heading">
        {say(info.source === 'snapshot' ? stationTagWords.inProgram : stationTagWords.never)}
        <CodeTag item={itemOf(rateState, info.rateState)} />
        {info.pushedAt !== null && (
          <span className="co-hint">
            {say(stationTagWords.syncedAt, { rule: info.rateRuleName ?? '', time: formatInstant(info.pushedAt, viewerZone()).slice(0, 16) })}
          </span>
        )}
      </h3>
      {info.source === 'rule' && info.rateRuleName !== null && <p className="co-hint">{say(stationTagWords.ofRule, { rule: info.rateRuleName })}</p>}
      <Prices info={info} />
      {rule.data && ruleToShow !== undefined && rule.data.now !== null && (
        <>
          <h3 className="st-heading">{say(stationTagWords.ofRule, { rule: rule.data.rateRuleName ?? '' })}</h3>
          <Prices info={rule.data} />
        </>
      )}
    </>
  );
};

/** The rule of the snapshot if piles still follow it, or else the first that they follow. */
const currentRuleOf = ({ rateRuleId }: StationRateInfo, ruleIds: readonly string[]): string | undefined =>
  rateRuleId !== null && ruleIds.includes(rateRuleId) ? rateRuleId : ruleIds[0];

interface RuleSelectProps {
  readonly ruleIds: readonly string[];
  readonly value: string | undefined;
  readonly onChange: (rateRuleId: string | undefined) => void;
}

const RuleSelect = ({ ruleIds, value, onChange }: RuleSelectProps) => {
  const say = useSay();
  const { data: rules } = useCall(rateRuleApi.queryList, { ids: ruleIds.join(',') });
  return (
    <Select<string | undefined>
      className="st-rule"
      aria-label={say(stationTagLabels.fields.rateRuleId)}
      allowClear
      value={value}
      placeholder={say(stationTagWords.cheapest)}
      options={(rules ?? []).map(({ value: ruleId, text }) => ({ value: ruleId, label: text }))}
      onChange={onChange}
    />
  );
};

const PRICE_DIGITS = 5;
const priceText = (price: number): string => formatDecimal(BigInt(price), PRICE_DIGITS).replace(/0{1,3}$/u, '');
const feeColumns = [
  { key: 'elec', type: rateType.items.electricity.value },
  { key: 'srv', type: rateType.items.service.value },
  { key: 'other1', type: rateType.items.other1.value },
  { key: 'other2', type: rateType.items.other2.value },
] as const;

/** The day as a strip of 48 half hours, and as a table of its periods. */
const Prices = ({ info }: { readonly info: StationRateInfo }) => {
  const say = useSay();
  const language = useLanguage();
  const { slots, names, hourly, vip, now } = info;
  if (slots.length === 0 || now === null) return <p className="co-hint">{say(stationTagRefusals['rate.none'])}</p>;
  const columns = feeColumns.filter(({ key }) => slots.some((slot) => slot[key] > 0));
  return (
    <>
      <Strip slots={slots} />
      <div className="st-scroll">
        <table className="st-table">
          <thead>
            <tr>
              <th>{say(stationTagWords.period)}</th>
              {columns.map(({ key, type }) => (
                <th key={key} className="co-right">
                  {hourly.includes(type) ? say(stationTagWords.perHour, { name: names[key] }) : names[key]}
                </th>
              ))}
              <th className="co-right">
                {say(stationTagWords.total)} <small>{say(stationTagWords.perKwh, { currency: currencySymbol(info.currency, language) })}</small>
              </th>
            </tr>
          </thead>
          <tbody>
            {slots.map((slot) => (
              <tr key={slot.from}>
                <th scope="row" className="co-num">
                  {slot.from}–{slot.to} <StageName stage={slot.stage} />
                </th>
                {columns.map(({ key }) => (
                  <td key={key} className="co-right co-num">
                    {priceText(slot[key])}
                  </td>
                ))}
                <td className="co-right co-num">
                  <b>{priceText(slot.total)}</b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {vip.length > 0 && (
        <p className="st-vip">
          {say(stationTagWords.vip)}
          {vip.map(({ vipLevelName, total }) => (
            <span key={vipLevelName}>
              {vipLevelName} <b className="co-num">{priceText(total)}</b>
            </span>
          ))}
        </p>
      )}
    </>
  );
};

const StageName = ({ stage }: { readonly stage: number }) => {
  const say = useSay();
  const item = itemOf(rateStage, stage);
  return stage === rateStage.items.none.value || !item ? null : <span className={`st-stage st-stage-${stage}`}>{say(item.words)}</span>;
};

const MINUTES_A_DAY = 1_440;
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const Strip = ({ slots }: { readonly slots: readonly RateSlot[] }) => {
  const say = useSay();
  return (
    <figure className="st-strip" aria-label={say(stationTagWords.strip)}>
      <div>
        {slots.map(({ from, to, stage, total }) => (
          <i
            key={from}
            className={`st-stage-${stage}`}
            style={{ width: `${((minutesOf(to) - minutesOf(from)) / MINUTES_A_DAY) * 100}%` }}
            title={`${from}–${to} · ${priceText(total)}`}
          />
        ))}
      </div>
      <figcaption aria-hidden>
        {['00:00', '06:00', '12:00', '18:00', '24:00'].map((time) => (
          <span key={time}>{time}</span>
        ))}
      </figcaption>
    </figure>
  );
};
