import { Tooltip } from 'antd';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LoadErrorLine } from '#kit/web/load-error.tsx';
import { usePermission } from '#kit/web/permissions/use-permission.ts';

interface FigureProps {
  readonly name: string;
  /** What the figure means. */
  readonly help: string;
  readonly notes?: readonly (ReactNode | undefined)[];
  readonly children: ReactNode;
}

/** A figure with its definition behind its name. */
export const Figure = ({ name, help, notes = [], children }: FigureProps) => (
  <div>
    <h2>
      <Help help={help}>{name}</Help>
    </h2>
    <strong className="co-num">{children}</strong>
    {notes.map((note, at) =>
      note === undefined ? null : (
        // The notes of a figure never change their places.
        <small key={at}>{note}</small>
      ),
    )}
  </div>
);

export interface NotLoadedProps {
  readonly name: string;
  readonly error: Error;
  readonly retry: () => unknown;
}

/** Stands where figures would be. */
export const NotLoaded = ({ name, error, retry }: NotLoadedProps) => (
  <div>
    <h2>{name}</h2>
    <LoadErrorLine because={error.message} retry={retry} />
  </div>
);

interface HelpProps {
  readonly help: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A name whose definition opens by pointer, press or keyboard. A press focuses it too, and must not close what the focus has opened. */
export const Help = ({ help, className = 'op-help', children }: HelpProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <Tooltip title={help} trigger={['hover', 'focus']} open={isOpen} onOpenChange={setOpen}>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        {children}
      </button>
    </Tooltip>
  );
};

interface ListLinkProps {
  readonly to: string;
  /** The right to see the list. */
  readonly allow: string;
  readonly children: ReactNode;
}

/** A figure that opens the list which it was added up from, for those who may see that list. */
export const ListLink = ({ to, allow, children }: ListLinkProps) => {
  const { ok } = usePermission()(allow);
  return ok ? <Link to={to}>{children}</Link> : <>{children}</>;
};

const PERCENT = 100;
/** `12.3 %`; a dash where there was nothing to measure. */
export const percent = (share: number | null): string => (share === null ? '—' : `${(share * PERCENT).toFixed(1)} %`);
