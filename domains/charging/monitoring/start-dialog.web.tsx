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
import { NextReservationNote } from '../reservation-order/gun-reservations.web.tsx';
import { PartyChooser } from '../order/page/dialogs/party-chooser.web.tsx';
import type { PartyKey } from '../order/page/dialogs/party-chooser.web.tsx';
import { PlainNumber, Power } from './figures.web.tsx';
import { canPlugAfterStart } from './gun-state.rules.ts';
import { monitor } from './monitor.ts';
import type { LiveGun } from './monitor.ts';
import { monitorWords } from './monitor-page.labels.ts';
import { strategyNotes } from './strategy-notes.labels.ts';

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

const { untilFull, bySoc, byTime } = chargingStrategyType.items;
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
      <CarAtGun gun={gun} />
      <NextReservationNote gun={gun} zone={undefined} />
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
      <StrategyItems currency={gun.currency} socPercent={gun.car.socPercent} />
      {refusal !== undefined && (
        <p className="ch-outcome co-code-bad" role="alert">
          {refusal}
        </p>
      )}
    </FormDialog>
  );
};

/** What the start is compared with, as far as the car has told it. */
const CarAtGun = ({ gun: { car } }: { readonly gun: LiveGun }) => {
  const say = useSay();
  if (car.vin === null && car.socPercent === null) return <p className="co-hint">{say(monitorWords.carUnknown)}</p>;
  return (
    <p className="ch-notes">
      <span>{say(monitorWords.carAtGun)}</span>
      {car.vin !== null && (
        <span>
          VIN <b className="co-num">{car.vin}</b>
        </span>
      )}
      {car.socPercent !== null && (
        <span>
          SOC <PlainNumber value={car.socPercent} unit="%" />
        </span>
      )}
      <span className="co-hint">{say(monitorWords.carCompared)}</span>
    </p>
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

interface StrategyItemsProps {
  readonly currency: string;
  /** The state of charge of the car at the gun; null where it is not known. */
  readonly socPercent: number | null;
}

const StrategyItems = ({ currency, socPercent }: StrategyItemsProps) => {
  const say = useSay();
  const language = useLanguage();
  const form = Form.useFormInstance<StartValues>();
  const type: StartValues['chargingStrategyType'] = Form.useWatch('chargingStrategyType', form) ?? untilFull.value;
  const unit = strategyUnits[type];
  return (
    <>
      <div className="ch-amounts">
        <Form.Item name="chargingStrategyType" label={say(monitorWords.strategy)} required>
          <Select options={Object.values(chargingStrategyType.items).map((item) => ({ value: item.value, label: say(item.words) }))} />
        </Form.Item>
        {unit !== undefined && (
          <Form.Item
            name="chargingStrategyVal"
            label={say(monitorWords.value)}
            required
            rules={[
              { required: true, message: say(monitorWords.fillValue) },
              ruleOf((value: string | null | undefined) =>
                type === bySoc.value && socPercent !== null && value != null && Number(value) <= socPercent
                  ? say(monitorWords.aboveSoc, { soc: socPercent })
                  : undefined,
              ),
            ]}
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
      <p className="co-hint">{say(strategyNotes[type])}</p>
    </>
  );
};

const mustBeLater = (message: string) => (until: Dayjs | null | undefined) => (until?.isAfter(dayjs()) === true ? undefined : message);
