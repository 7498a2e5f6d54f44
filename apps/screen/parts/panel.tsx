import type { ReactNode } from 'react';
import { useSpeech } from '../say.tsx';

interface PanelProps {
  readonly title: string;
  readonly hint?: string;
  readonly className?: string;
  /** There is nothing to show, and the panel says so. */
  readonly isEmpty?: boolean;
  readonly emptyText?: string;
  readonly children: ReactNode;
}

export const Panel = ({ title, hint, className = '', isEmpty = false, emptyText, children }: PanelProps) => {
  const { say } = useSpeech();
  return (
    <section className={`panel ${className}`} aria-label={title}>
      <h2>
        {title}
        {hint !== undefined && <small>{hint}</small>}
      </h2>
      <div className="panel-body">{isEmpty ? <p className="empty">{emptyText ?? say('nothing')}</p> : children}</div>
    </section>
  );
};
