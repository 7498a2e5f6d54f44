import AlertOutlined from '@ant-design/icons/AlertOutlined';
import { Badge, Button, Popover } from 'antd';
import { useState } from 'react';
import { useSay } from '#kit/web/language.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { openAlarmWords as words } from './open-alarm.labels.ts';
import { useOpenAlarms } from './use-open-alarms.web.ts';

const AlarmsAtHome = lazyComponent(() => import('./alarm-panels.web.tsx').then((panels) => panels.AlarmsAtHome));

const POPOVER_PX = 380;
const BELL_LIMIT = 5;
const majorOnly = { indicator: { background: 'var(--co-warn)', color: 'var(--co-surface)' } } as const;

/** Beside the bell of notices: how many exceptions of the two highest levels are open, and the most urgent ones. */
export const AlarmBell = () => {
  const say = useSay();
  const [open, setOpen] = useState(false);
  const { may, data } = useOpenAlarms({ limit: BELL_LIMIT });
  if (!may || !data) return null;
  const [critical, major] = data.counts;
  const all = data.counts.reduce((sum, n) => sum + n, 0);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottom"
      styles={{ container: { width: POPOVER_PX, maxWidth: '96vw', padding: 0 } }}
      content={
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- closes after one of the links inside was followed
        <div onClick={() => setOpen(false)}>
          <AlarmsAtHome />
        </div>
      }
    >
      <Button
        type="text"
        aria-label={say(words.bell, { n: all })}
        aria-expanded={open}
        icon={
          <Badge
            count={data.silentSince === null ? critical + major : '!'}
            size="small"
            offset={[2, -2]}
            {...(critical === 0 && data.silentSince === null && { styles: majorOnly })}
          >
            <AlertOutlined className="nt-bell" />
          </Badge>
        }
      />
    </Popover>
  );
};
