import { useState } from 'react';
import { availabilityCheck } from '#kit/resource/shared-endpoints/duplicate-check.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import { NO_SUCH_RULE, ruleCheck } from '#kit/resource/shared-endpoints/rule-check.ts';
import { call, CallError } from '../calls/client.ts';
import type { PlainRow } from '../kinds/cell.tsx';
import { createStore } from '../store.ts';
import type { Store } from '../store.ts';
import type { DraftField, DraftOptions } from './draft.ts';

/** The state of a check. `lost`: no answer came, so the server will check the value when the form is saved. */
export type AvailabilityCheck = 'asking' | 'free' | 'lost' | undefined;

interface PendingCheck {
  readonly request: string;
  /** The text of a refusal, or undefined. */
  readonly answer: Promise<string | undefined>;
}

interface Question {
  readonly endpoint: Endpoint;
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * Asks the server, before the form is saved, whether values obey the `rule` of their field and, where it is `unique`, whether they are free. Each
 * value is checked once.
 */
export class AvailabilityChecks {
  readonly store: Store<Readonly<Record<string, AvailabilityCheck>>> = createStore<Readonly<Record<string, AvailabilityCheck>>>({});
  readonly #asked = new Map<string, PendingCheck>();
  readonly #of: Pick<DraftOptions, 'noun' | 'api' | 'row'>;
  constructor(of: Pick<DraftOptions, 'noun' | 'api' | 'row'>) {
    this.#of = of;
  }

  /** Called when the value changes, because the result of the earlier value no longer applies. */
  readonly forget = (name: string): void => this.#say(name, undefined);

  /** Returns the text of a refusal when another row has the value; `takenMessage` when the answer has no text. */
  readonly check = ({ name, field, fixed }: DraftField, values: PlainRow, takenMessage: string): Promise<string | undefined> => {
    const { noun, api, row } = this.#of;
    const value = typeof values[name] === 'string' ? values[name].trim() : values[name];
    if (!(field.unique ?? field.rule) || fixed || [null, undefined, ''].includes(value as null)) return Promise.resolve(undefined); // includes() must accept a value of any type
    const rowValues = { ...row, ...Object.fromEntries(Object.entries(values).filter(([, one]) => one !== undefined)) };
    const scopeFields = field.unique ?? [];
    const within = Object.fromEntries(
      scopeFields.flatMap((scopeField) => (rowValues[scopeField] === undefined ? [] : [[scopeField, rowValues[scopeField]]])),
    );
    if (row && value === row[name] && scopeFields.every((scopeField) => rowValues[scopeField] === row[scopeField])) return Promise.resolve(undefined);
    const tenantId = rowValues['tenantId'] ?? undefined;
    const request = JSON.stringify([value, within, tenantId]);
    const previous = this.#asked.get(name);
    if (previous?.request === request) return previous.answer;
    const questions: readonly Question[] = [
      ...(field.rule ? [{ endpoint: ruleCheck, input: { ruleCode: field.rule, value, ...(tenantId !== undefined && { tenantId }) } }] : []),
      ...(field.unique ? [availabilityCheck(api, { noun: noun.name, field: name, value, key: row?.[noun.key], within })] : []),
    ];
    this.#say(name, 'asking');
    const answer = inTurn(questions).then(
      (result) => this.#settle(name, request, result === false ? takenMessage : undefined),
      (problem: unknown) => (isRefusal(problem) ? this.#settle(name, request, problem.message) : this.#lose(name, request)),
    );
    this.#asked.set(name, { request, answer });
    return answer;
  };

  readonly #settle = (name: string, request: string, refusal: string | undefined): string | undefined => {
    if (this.#asked.get(name)?.request === request) this.#say(name, refusal === undefined ? 'free' : undefined);
    return refusal;
  };
  readonly #lose = (name: string, request: string): undefined => {
    if (this.#asked.get(name)?.request !== request) return undefined;
    this.#asked.delete(name);
    this.#say(name, 'lost');
  };
  readonly #say = (name: string, check: AvailabilityCheck): void => {
    if (this.store.get()[name] !== check) this.store.set({ ...this.store.get(), [name]: check });
  };
}

/** The first answer that is false or a refusal. A rule that is not configured accepts the value. */
const inTurn = async (questions: readonly Question[]): Promise<unknown> => {
  for (const { endpoint, input } of questions) {
    const result = await call(endpoint, input, {}).catch((problem: unknown) => {
      if (problem instanceof CallError && problem.refusal === NO_SUCH_RULE) return true;
      throw problem;
    });
    if (result === false) return false;
  }
  return true;
};

/** A refusal of the server, in contrast to a lost connection, a missing permission or a failure. */
const isRefusal = (problem: unknown): problem is CallError =>
  problem instanceof CallError &&
  problem.code === 500 &&
  problem.refusal !== undefined &&
  problem.refusal !== 'broken' &&
  problem.refusal !== 'tooSlow';

export const useAvailabilityChecks = (of: Pick<DraftOptions, 'noun' | 'api' | 'row'>): AvailabilityChecks =>
  useState(() => new AvailabilityChecks(of))[0];
