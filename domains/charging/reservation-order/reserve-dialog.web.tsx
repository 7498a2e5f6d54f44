import { Form, InputNumber, Modal, Select } from 'antd';
import { useState } from 'react';
import { longestMinutes, occupancy } from '#engines/reservation/occupancy.ts';
import { gunState } from '#engines/pile/codes.ts';
import { formatScaled, parseScaled } from '#kit/fields/scaled.ts';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { RefSelect } from '#kit/web/kinds/ref-select.tsx';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { words } from '#kit/web/words.ts';
import { gunWorkState } from '#domains/network/resources.ts';
import { Intervals } from '#domains/network/web.ts';
import { itemOf } from '#kit/fields/codes.ts';
import { chargingOrder } from '../order/order.ts';
import { PartyChooser } from '../order/page/dialogs/party-chooser.web.tsx';
import type { PartyKey } from '../order/page/dialogs/party-chooser.web.tsx';
import { reservationInputLabels, reservationOrderLabels, reservationWords } from './reservation-order.labels.ts';
import { reservationOrder, reservationOrderApi } from './reservation-order.ts';
import type { Offer } from './reservation-order.ts';
import { WindowItem } from './window-item.web.tsx';
import type { Begin } from './window-item.web.tsx';
import './reservation.css';

const changes = [reservationOrder, chargingOrder];
/** Codes that are no answer to the request: no response, or an ended session. They are shown outside the dialog. */
const transportFailures: readonly number[] = [0, 401, 504];
const DEFAULT_MINUTES = 30;
const DIGITS = 2;

/** Reserves a gun: which one, for whom, how long, and what that costs at most. */
export const ReserveDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const say = useSay();
  const { refused } = useFeedback();
  const [cpCode, setCpCode] = useState<string | null>(null);
  const [gunNum, setGunNum] = useState<number | null>(null);
  const [party, setParty] = useState<PartyKey>();
  const [minutes, setMinutes] = useState<number | null>(DEFAULT_MINUTES);
  const [begin, setBegin] = useState<Begin>(null);
  const [refusal, setRefusal] = useState<string>();
  const offer = useCall(reservationOrderApi.offer, { cpCode: cpCode ?? '' }, { enabled: cpCode !== null }).data;
  const { send, sending } = useSend(reservationOrderApi.make, {
    changes,
    doneText: reservationWords.made,
    onDone: onClose,
    onRefused: (problem) => (transportFailures.includes(problem.code) ? refused(problem) : setRefusal(problem.message)),
  });
  const obstacle = offer && obstacleOf(offer);
  const startTime = begin?.toISOString() ?? null;
  const input =
    cpCode !== null && offer && !obstacle && gunNum !== null && party && minutes !== null
      ? { cpCode, gunNum, ...party, startTime, minutes }
      : undefined;
  /** What was refused may be possible now. */
  const changed =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      set(value);
      setRefusal(undefined);
    };
  const choosePile = (next: string | null) => {
    setCpCode(next);
    setGunNum(null);
    setParty(undefined);
    setRefusal(undefined);
  };
  return (
    <Modal
      open
      title={say(reservationWords.make)}
      okText={say(reservationWords.make)}
      cancelText={say(words.cancel)}
      okButtonProps={{ disabled: input === undefined }}
      confirmLoading={sending}
      onCancel={onClose}
      onOk={() => input && void send(input)}
      destroyOnHidden
    >
      <Form layout="vertical" onFinish={() => input && void send(input)}>
        <PileChooser cpCode={cpCode} onChange={choosePile} />
        {obstacle && <RefusalNote text={say(obstacle)} />}
        {offer && !obstacle && (
          <>
            <Guns guns={offer.guns} value={gunNum} onChange={setGunNum} isNow={begin === null} />
            <WindowItem offer={offer} gunNum={gunNum} minutes={minutes} begin={begin} onChange={changed(setBegin)} />
            <Form.Item label={say(reservationWords.payer)} required>
              <PartyChooser key={cpCode} tenantId={offer.tenantId} onChange={changed(setParty)} />
            </Form.Item>
            <Minutes offer={offer} value={minutes} onChange={setMinutes} />
            <p className="co-hint">{say(reservationWords.toldToPile)}</p>
          </>
        )}
      </Form>
      {refusal !== undefined && <RefusalNote text={refusal} />}
    </Modal>
  );
};

const RefusalNote = ({ text }: { readonly text: string }) => (
  <p className="ch-outcome co-code-bad" role="alert">
    {text}
  </p>
);

interface PileChooserProps {
  readonly cpCode: string | null;
  readonly onChange: (cpCode: string | null) => void;
}

/** Piles of several stations may have the same name, so a station is chosen first. */
const PileChooser = ({ cpCode, onChange }: PileChooserProps) => {
  const say = useSay();
  const [stationId, setStationId] = useState<string | null>(null);
  return (
    <>
      <Form.Item label={say(reservationOrderLabels.fields.stationId)}>
        <RefSelect
          to="station"
          value={stationId}
          aria-label={say(reservationOrderLabels.fields.stationId)}
          onChange={(next) => {
            setStationId(next);
            onChange(null);
          }}
        />
      </Form.Item>
      <Form.Item label={say(reservationWords.pile)} required>
        <RefSelect
          key={stationId}
          to="pile"
          value={cpCode}
          onChange={onChange}
          scope={{ stationId }}
          aria-label={say(reservationWords.pile)}
          aria-required
        />
      </Form.Item>
    </>
  );
};

const obstacleOf = ({ canBeReservation, terms }: Offer) => {
  if (!canBeReservation) return reservationWords.noOffer;
  return terms?.isEnabled ? undefined : reservationWords.noTerms;
};

const IDLE: readonly number[] = [gunState.idle, gunState.plugged];

interface GunsProps {
  readonly guns: Offer['guns'];
  readonly value: number | null;
  readonly onChange: (gunNum: number) => void;
  readonly isNow: boolean;
}

/** The guns with their states; a busy gun cannot be chosen for now. */
const Guns = ({ guns, value, onChange, isNow }: GunsProps) => {
  const say = useSay();
  return (
    <Form.Item label={say(reservationWords.gun)} required>
      <Select
        value={value}
        onChange={onChange}
        aria-label={say(reservationWords.gun)}
        placeholder={say(words.choose)}
        options={guns.map(({ gunNumber, gunWorkStat }) => ({
          value: gunNumber,
          label: `${say(reservationWords.gunNo, { n: gunNumber })} · ${say(itemOf(gunWorkState, gunWorkStat)?.words ?? gunWorkState.title)}`,
          disabled: isNow && !IDLE.includes(gunWorkStat),
        }))}
      />
    </Form.Item>
  );
};

interface MinutesProps {
  readonly offer: Offer;
  readonly value: number | null;
  readonly onChange: (minutes: number | null) => void;
}

const Minutes = ({ offer: { terms, currency }, value, onChange }: MinutesProps) => {
  const say = useSay();
  if (!terms) return null;
  const intervals = terms.details.map(({ startMinute, reservationDuration, occupyFeeUnit }) => {
    const minuteCents = parseScaled(occupyFeeUnit, DIGITS);
    return { fromMinute: startMinute, toMinute: reservationDuration, minuteCents: typeof minuteCents === 'bigint' ? minuteCents : 0n };
  });
  const max = longestMinutes(intervals);
  const { feeCents } = occupancy(intervals, (value ?? 0) * 60_000);
  return (
    <>
      <Form.Item label={say(reservationInputLabels.minutes)} required extra={say(reservationWords.longest, { max })}>
        <InputNumber
          className="co-wide"
          min={1}
          max={max}
          precision={0}
          suffix="min"
          value={value}
          onChange={onChange}
          aria-label={say(reservationInputLabels.minutes)}
        />
      </Form.Item>
      <p className="ch-notes">
        <span>{terms.crcName}</span>
        <span>
          {say(reservationWords.atMost)} <MoneyCell value={formatScaled(feeCents, DIGITS)} currency={currency} />
        </span>
      </p>
      <Intervals details={terms.details} currency={currency} />
    </>
  );
};
