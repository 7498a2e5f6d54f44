import { useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { PART_NAMES, partText } from '#engines/cron/part.ts';
import type { PartName } from '#engines/cron/part.ts';
import type { Cron } from '#engines/cron/expression.ts';
import { partWords } from '#kit/fields/cron.ts';
import { useSay } from '../language.ts';
import { cronWords as words } from './words.ts';

interface PartTabsProps {
  readonly id: string;
  readonly cron: Cron;
  readonly selected: PartName;
  readonly onChoose: (name: PartName) => void;
}

const steps: Readonly<Record<string, (index: number) => number>> = {
  ArrowRight: (index) => index + 1,
  ArrowLeft: (index) => index - 1 + PART_NAMES.length,
  Home: () => 0,
  End: () => PART_NAMES.length - 1,
};

/** The seven parts as tabs, each with its text. The tabs wrap on a phone; antd's tabs would hide some of them in a menu. */
export const PartTabs = ({ id, cron, selected, onChoose }: PartTabsProps) => {
  const say = useSay();
  const tabs = useRef(new Map<PartName, HTMLElement>());
  const onKeyDown = (event: KeyboardEvent): void => {
    const name = PART_NAMES[(steps[event.key]?.(PART_NAMES.indexOf(selected)) ?? NaN) % PART_NAMES.length];
    if (!name) return;
    event.preventDefault();
    onChoose(name);
    tabs.current.get(name)?.focus();
  };
  return (
    <div role="tablist" aria-label={say(words.parts)} className="cron-tabs" tabIndex={-1} onKeyDown={onKeyDown}>
      {PART_NAMES.map((name) => (
        <button
          key={name}
          ref={(tab) => {
            if (tab) tabs.current.set(name, tab);
          }}
          type="button"
          role="tab"
          id={`${id}-${name}`}
          aria-controls={`${id}-panel`}
          aria-selected={name === selected}
          tabIndex={name === selected ? 0 : -1}
          onClick={() => onChoose(name)}
        >
          {say(partWords[name])} <code>{partText(cron[name])}</code>
        </button>
      ))}
    </div>
  );
};
