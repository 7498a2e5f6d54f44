import { useState } from 'react';
import { availabilityCheck } from '#kit/resource/shared-endpoints/duplicate-check.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import { NO_SUCH_RULE, ruleCheck } from '#kit/resource/shared-endpoints/rule-check.ts';
import { call, CallError } from '../calls/client.ts';
import type { PlainRow } from '../kinds/cell.tsx';
import { createStore } from '../store.ts';
import type { Store } from '../store.ts';
import type { DraftField, DraftOptions } from './draft.ts';

/** Where the question about one value stands. `lost`: nobody answered, so the server says it when the form is saved. */
export type AvailabilityCheck = 'asking' | 'free' | 'lost' | undefined;

interface PendingCheck {
  readonly request: string;
  /** The words of a refusal, or nothing. */
  readonly answer: Promise<string | undefined>;
}

interface Question {
  readonly endpoint: Endpoint;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Asks ahead whether values keep the `rule` of their field and, where it is `unique`, whether they are free; the same value is asked for once. */
export class AvailabilityChecks {
  readonly store: Store<Readonly<Record<string, AvailabilityCheck>>> = createStore<Readonly<Record<string, AvailabilityCheck>>>({});
  readonly #asked = new Map<string, PendingCheck>();
  readonly #of: Pick<DraftOptions, 'noun' | 'api' | 'row'>;
  constructor(of: Pick<DraftOptions, 'noun' | 'api' | 'row'>) {
    this.#of = of;
  }

  /** Told when the value changes: what was said of the one before says nothing of it. */
  readonly forget = (name: string): void => this.#say(name, undefined);

  /** The words of a refusal when another row has the value. `taken` is said where the answer has none. */
  readonly ask = ({ name, field, fixed }: DraftField, values: PlainRow, takenMessage: string): Promise<string | undefined> => {
    const { noun, api, row } = this.#of;
    const value = typeof values[name] === 'string' ? values[name].trim() : values[name];
    if (!(field.unique ?? field.rule) || fixed || [null, undefined, ''].includes(value as null)) return Promise.resolve(undefined); // any value may be looked for
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

/** False or a refusal of the first that says no; nobody may have set up the rule. */
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

/** The server itself said no: no lost connection, no missing right, no breakdown. */
const isRefusal = (problem: unknown): problem is CallError =>
  problem instanceof CallError &&
  problem.code === 500 &&
  problem.refusal !== undefined &&
  problem.refusal !== 'broken' &&
  problem.refusal !== 'tooSlow';

export const useAvailabilityChecks = (of: Pick<DraftOptions, 'noun' | 'api' | 'row'>): AvailabilityChecks =>
  useState(() => new AvailabilityChecks(of))[0];
