import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled';
import CloseCircleFilled from '@ant-design/icons/CloseCircleFilled';
import ExclamationCircleFilled from '@ant-design/icons/ExclamationCircleFilled';
import InfoCircleFilled from '@ant-design/icons/InfoCircleFilled';
import type { ComponentType, ReactNode } from 'react';

export interface NoticeProps {
  readonly tone: 'good' | 'busy' | 'warn' | 'bad';
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** Buttons or numbers. */
  readonly children?: ReactNode;
}

const icons: Readonly<Record<NoticeProps['tone'], ComponentType>> = {
  good: CheckCircleFilled,
  busy: InfoCircleFilled,
  warn: ExclamationCircleFilled,
  bad: CloseCircleFilled,
};

/** A message in the middle of a page or dialog: an error, a result or an instruction. */
export const Notice = ({ tone, title, text, children }: NoticeProps) => {
  const Icon = icons[tone];
  return (
    <div className={`co-notice co-notice-${tone}`} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon />
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {children !== undefined && <div className="co-notice-more">{children}</div>}
    </div>
  );
};
