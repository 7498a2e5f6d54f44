import { Button, Checkbox, Dropdown, Popover, Segmented } from 'antd';
import CopyOutlined from '@ant-design/icons/CopyOutlined';
import MoreOutlined from '@ant-design/icons/MoreOutlined';
import { useCallback, useState } from 'react';
import { itemOf } from '#kit/fields/codes.ts';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { words } from '#kit/web/words.ts';
import { billMode, rateType } from '../tariff.codes.ts';
import { copyToFees, dropFee, putFee, withPeriods } from './month-draft.rules.ts';
import type { FeeEdit, FeeType, MonthEdit } from './month-draft.rules.ts';
import type { Periods } from './periods.rules.ts';
import { AddPeriod } from '#kit/web/year/period-table.tsx';
import type { PeriodReference } from '#kit/web/year/period-table.tsx';
import { FeePeriods } from './period-table.web.tsx';
import { editorWords, monthArgs } from '#kit/web/year/year-words.ts';
import { monthWords } from './rate-month.labels.ts';
import { StagePrices } from './stage-tools.web.tsx';
import type { Update } from '#kit/web/year/use-year.ts';

interface FeePanelProps {
  readonly monthNo: number;
  readonly fee: FeeEdit;
  readonly currency: string;
  readonly locked: boolean;
  readonly checkNo: number;
  readonly pointedPeriod: PeriodReference | undefined;
  readonly onSelect: (index: number | undefined) => void;
  readonly onChange: (update: Update<MonthEdit>, step?: string) => void;
}

/** The periods of the edited fee, with the actions on all of them. */
export const FeePanel = (props: FeePanelProps) => {
  const { fee, currency, locked, onChange } = props;
  const { rateType: type } = fee;
  const say = useSay();
  const unit = say(fee.billMode === billMode.items.byHour.value ? monthWords.perHour : monthWords.perKwh, { currency });
  const setPeriods = useCallback(
    (update: Update<Periods>, step?: string) => onChange((month) => withPeriods(month, type, update), step && `${type} ${step}`),
    [onChange, type],
  );
  const name = itemOf(rateType, fee.rateType)?.words;
  return (
    <section className="co-card rm-panel">
      <header className="rm-panel-head">
        <h2 className={`rm-fee-${fee.rateType}`}>{name && say(name)}</h2>
        <Segmented
          size="small"
          disabled={locked}
          aria-label={say(monthWords.billMode)}
          value={fee.billMode}
          options={Object.values(billMode.items).map((item) => ({ value: item.value, label: say(item.words) }))}
          onChange={(mode) => onChange((month) => putFee(month, { ...fee, billMode: mode }))}
        />
        <span className="co-hint">{say(editorWords.count, { n: fee.periods.length })}</span>
        {!locked && <FeeTools {...props} />}
      </header>
      {!locked && <StagePrices periods={fee.periods} unit={unit} onChange={(periods, step) => setPeriods(() => periods, step)} />}
      <FeePeriods
        key={type}
        label={say(monthWords.periods, { fee: name ? say(name) : '' })}
        periods={fee.periods}
        unit={unit}
        locked={locked}
        checkNo={props.checkNo}
        pointedPeriod={props.pointedPeriod}
        onSelect={props.onSelect}
        onChange={setPeriods}
      />
      {!locked && <AddPeriod periods={fee.periods} onChange={setPeriods} />}
    </section>
  );
};

const FeeTools = ({ monthNo, fee, onChange }: FeePanelProps) => {
  const say = useSay();
  const { confirm } = useFeedback();
  const [copying, setCopying] = useState(false);
  const name = itemOf(rateType, fee.rateType)?.words;
  const removeFee = async () => {
    const title = say(monthWords.askDrop, { ...monthArgs(say, monthNo), fee: name ? say(name) : '' });
    if (await confirm({ title, okText: monthWords.drop, danger: true })) onChange((month) => dropFee(month, fee.rateType));
  };
  return (
    <span className="rm-panel-tools">
      <Popover
        trigger="click"
        placement="bottomRight"
        open={copying}
        onOpenChange={setCopying}
        content={
          <CopyToFees
            fee={fee}
            onCopy={(types, withPrices) => {
              onChange((month) => copyToFees(month, fee, { types, withPrices }));
              setCopying(false);
            }}
          />
        }
      >
        <Button size="small" icon={<CopyOutlined />}>
          {say(monthWords.copyFees)}…
        </Button>
      </Popover>
      {fee.rateType !== rateType.items.electricity.value && (
        <Dropdown
          trigger={['click']}
          menu={{ items: [{ key: 'drop', danger: true, label: say(monthWords.drop), onClick: () => void removeFee() }] }}
          placement="bottomRight"
        >
          <Button size="small" type="text" icon={<MoreOutlined />} aria-label={say(monthWords.drop)} />
        </Dropdown>
      )}
    </span>
  );
};

interface CopyToFeesProps {
  readonly fee: FeeEdit;
  readonly onCopy: (types: readonly FeeType[], withPrices: boolean) => void;
}

const CopyToFees = ({ fee, onCopy }: CopyToFeesProps) => {
  const say = useSay();
  const [types, setTypes] = useState<readonly FeeType[]>([]);
  const [withPrices, setWithPrices] = useState(false);
  const otherFees = Object.values(rateType.items).filter(({ value }) => value !== fee.rateType);
  return (
    <div className="rm-copy-fees">
      <Checkbox.Group<FeeType>
        value={[...types]}
        onChange={setTypes}
        options={otherFees.map((item) => ({ value: item.value, label: say(item.words) }))}
      />
      <Checkbox checked={withPrices} onChange={(event) => setWithPrices(event.target.checked)}>
        {say(monthWords.withPrices)}
      </Checkbox>
      <Button type="primary" size="small" disabled={types.length === 0} onClick={() => onCopy(types, withPrices)}>
        {say(words.copy)}
      </Button>
    </div>
  );
};
