import { DatePicker, Form, InputNumber, Select } from 'antd';
import dayjs from 'dayjs';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import type { CodeValue } from '#kit/fields/codes.ts';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { ruleOf } from '#kit/web/form/field-rule.ts';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { currencySymbol } from '#kit/web/format.ts';
import { useLanguage, useSay } from '#kit/web/language.ts';
import { chargingOrderApi } from '../order/order-api.ts';
import { strategyUnits } from '../order/order.codes.ts';
import { chargingStrategyType } from '#domains/device/resources.ts';
import { chargingOrder } from '../order/order.ts';
import { PartyChooser } from '../order/page/dialogs/party-chooser.web.tsx';
import type { PartyKey } from '../order/page/dialogs/party-chooser.web.tsx';
import { Power } from './figures.web.tsx';
import { canPlugAfterStart } from './gun-state.rules.ts';
import { monitor } from './monitor.ts';
import type { LiveGun } from './monitor.ts';
import { monitorWords } from './monitor-page.labels.ts';

interface StartDialogProps {
  readonly gun: LiveGun;
  readonly tenantId: string | undefined;
  readonly onClose: () => void;
}

interface StartValues {
  readonly chargingStrategyType: CodeValue<typeof chargingStrategyType>;
  readonly chargingStrategyVal?: string | null;
  readonly untilTime?: Dayjs | null;
}

const { untilFull, byAmount, byEnergy, bySoc, byDuration, byTime } = chargingStrategyType.items;
const offeredStrategies = [untilFull, byAmount, byEnergy, bySoc, byDuration, byTime];
const changes = [monitor, chargingOrder];
/** Codes that are no answer to the start: no response, or an ended session. They are shown outside the dialog. */
const transportFailures: readonly number[] = [0, 401, 504];

/** Starts a charge at this gun for a chosen payer. */
export const StartDialog = ({ gun, tenantId, onClose }: StartDialogProps) => {
  const say = useSay();
  const { refused } = useFeedback();
  const [party, setParty] = useState<PartyKey>();
  const [refusal, setRefusal] = useState<string>();
  const { send, sending } = useSend(chargingOrderApi.remoteStart, {
    changes,
    doneText: monitorWords.starting,
    onDone: onClose,
    onRefused: (problem) => (transportFailures.includes(problem.code) ? refused(problem) : setRefusal(problem.message)),
  });
  const start = ({ chargingStrategyType: type, chargingStrategyVal, untilTime }: StartValues) => {
    if (!party) return;
    void send({
      cpCode: gun.cpCode,
      gunNumber: gun.gunNumber,
      ...party,
      chargingStrategyType: type,
      chargingStrategyVal: strategyUnits[type] === undefined ? null : (chargingStrategyVal ?? null),
      untilTime: type === byTime.value ? (untilTime?.toISOString() ?? null) : null,
      rateRuleNo: gun.rateRuleNo,
    });
  };
  return (
    <FormDialog<StartValues>
      title={say(monitorWords.startOn, { cp: gun.cpCode, n: gun.gunNumber })}
      okText={say(monitorWords.start)}
      disabled={party === undefined}
      sending={sending}
      onClose={onClose}
      initialValues={{ chargingStrategyType: untilFull.value }}
      onFinish={start}
      onValuesChange={() => setRefusal(undefined)}
    >
      <GunSummary gun={gun} />
      {canPlugAfterStart(gun) && <p className="co-hint">{say(monitorWords.plugLater, { n: gun.plugWaitS ?? 0 })}</p>}
      <Form.Item label={say(monitorWords.payer)} required>
        <PartyChooser
          tenantId={tenantId}
          onChange={(next) => {
            setParty(next);
            setRefusal(undefined);
          }}
        />
      </Form.Item>
      <StrategyItems currency={gun.currency} />
      {refusal !== undefined && (
        <p className="ch-outcome co-code-bad" role="alert">
          {refusal}
        </p>
      )}
    </FormDialog>
  );
};

const GunSummary = ({ gun }: { readonly gun: LiveGun }) => {
  const say = useSay();
  return (
    <p className="ch-notes">
      <span>{gun.cpName}</span>
      <span>
        {say(monitorWords.rated)} <Power value={gun.ratedPowerW} />
      </span>
      {gun.rateRuleNo !== null && (
        <span>
          {say(monitorWords.rateRule)} {gun.rateRuleNo}
        </span>
      )}
    </p>
  );
};

const StrategyItems = ({ currency }: { readonly currency: string }) => {
  const say = useSay();
  const language = useLanguage();
  const form = Form.useFormInstance<StartValues>();
  const type: number = Form.useWatch('chargingStrategyType', form) ?? untilFull.value;
  const unit = strategyUnits[type];
  return (
    <div className="ch-amounts">
      <Form.Item name="chargingStrategyType" label={say(monitorWords.strategy)} required>
        <Select options={offeredStrategies.map((item) => ({ value: item.value, label: say(item.words) }))} />
      </Form.Item>
      {unit !== undefined && (
        <Form.Item
          name="chargingStrategyVal"
          label={say(monitorWords.value)}
          required
          rules={[{ required: true, message: say(monitorWords.fillValue) }]}
        >
          <InputNumber<string>
            className="co-wide"
            stringMode
            min="0"
            precision={type === bySoc.value ? 0 : 2}
            controls={false}
            suffix={unit === '' ? currencySymbol(currency, language) : unit}
          />
        </Form.Item>
      )}
      {type === byTime.value && (
        <Form.Item name="untilTime" label={say(monitorWords.until)} required rules={[ruleOf(mustBeLater(say(monitorWords.pastUntil)))]}>
          <DatePicker className="co-wide" showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" minDate={dayjs()} />
        </Form.Item>
      )}
    </div>
  );
};

const mustBeLater = (message: string) => (until: Dayjs | null | undefined) => (until?.isAfter(dayjs()) === true ? undefined : message);
