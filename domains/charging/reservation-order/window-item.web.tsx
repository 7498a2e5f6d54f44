import { DatePicker, Form, Segmented } from 'antd';
import dayjs from 'dayjs';
import type { Dayjs } from 'dayjs';
import { InstantCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { reservationInputLabels, reservationWords } from './reservation-order.labels.ts';
import type { Offer } from './reservation-order.ts';

/** When a reservation begins; null: now. */
export type Begin = Dayjs | null;

interface WindowItemProps {
  readonly offer: Offer;
  readonly gunNum: number | null;
  readonly minutes: number | null;
  readonly begin: Begin;
  readonly onChange: (begin: Begin) => void;
}

const MINUTE_STEP = 5;
const FORMAT = 'YYYY-MM-DD HH:mm';
const SLOT_MINUTES = 15;

/** The next quarter of an hour that is at least half an hour away. */
const usualBegin = (): Dayjs => {
  const soon = dayjs().add(30, 'minute').startOf('minute');
  return soon.add((SLOT_MINUTES - (soon.minute() % SLOT_MINUTES)) % SLOT_MINUTES, 'minute');
};

/** Now or later, and what others have reserved already. */
export const WindowItem = ({ offer, gunNum, minutes, begin, onChange }: WindowItemProps) => {
  const say = useSay();
  const isLater = begin !== null;
  const taken = offer.taken.filter(({ gunNumber }) => gunNumber === gunNum);
  return (
    <>
      <Form.Item label={say(reservationWords.when)}>
        <Segmented
          value={isLater ? 'later' : 'now'}
          disabled={offer.aheadMaxHours === 0}
          onChange={(value) => onChange(value === 'later' ? usualBegin() : null)}
          options={[
            { value: 'now', label: say(reservationWords.now) },
            { value: 'later', label: say(reservationWords.later) },
          ]}
        />
      </Form.Item>
      {isLater && (
        <Form.Item
          label={say(reservationInputLabels.startTime)}
          required
          extra={
            <>
              {say(reservationWords.aheadMost, { hours: offer.aheadMaxHours })}
              {minutes !== null && <Until begin={begin} minutes={minutes} zone={offer.timezone} />}
            </>
          }
        >
          <DatePicker
            className="co-wide"
            value={begin}
            onChange={(next) => next && onChange(next)}
            allowClear={false}
            showTime={{ format: 'HH:mm', minuteStep: MINUTE_STEP }}
            format={FORMAT}
            minDate={dayjs()}
            maxDate={dayjs().add(offer.aheadMaxHours, 'hour')}
            aria-label={say(reservationInputLabels.startTime)}
          />
        </Form.Item>
      )}
      {taken.length > 0 && (
        <p className="co-hint">
          {say(reservationWords.taken)}
          {taken.map(({ startTime, expireTime }) => (
            <span key={startTime} className="cr-taken">
              <InstantCell value={startTime} zone={offer.timezone} /> – <InstantCell value={expireTime} zone={offer.timezone} />
            </span>
          ))}
        </p>
      )}
      {isLater && (
        <p className="co-hint">
          {offer.clearMinutes === 0 ? say(reservationWords.clearsNot) : say(reservationWords.clears, { n: offer.clearMinutes })}
        </p>
      )}
    </>
  );
};

const Until = ({ begin, minutes, zone }: { readonly begin: Dayjs; readonly minutes: number; readonly zone: string }) => (
  <>
    {' · '}
    <InstantCell value={begin.toISOString()} zone={zone} /> – <InstantCell value={begin.add(minutes, 'minute').toISOString()} zone={zone} />
  </>
);
