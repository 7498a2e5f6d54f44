import { useState } from 'react';
import { freeCheck } from '#kit/resource/duplicate.ts';
import { call, CallError } from '../client.ts';
import type { PlainRow } from '../kinds/cell.tsx';
import { createStore } from '../store.ts';
import type { Store } from '../store.ts';
import type { DraftField, DraftOptions } from './draft.ts';

/** Where the question about one value stands. `lost`: nobody answered, so the server says it when the form is saved. */
export type Freedom = 'asking' | 'free' | 'lost' | undefined;

interface Asked {
  readonly about: string;
  /** The words of a refusal, or nothing. */
  readonly answer: Promise<string | undefined>;
}

/** Asks ahead whether values of `unique` fields are free; the same value is asked for once. */
export class FreeChecks {
  readonly store: Store<Readonly<Record<string, Freedom>>> = createStore<Readonly<Record<string, Freedom>>>({});
  readonly #asked = new Map<string, Asked>();
  readonly #of: Pick<DraftOptions, 'noun' | 'api' | 'row'>;
  constructor(of: Pick<DraftOptions, 'noun' | 'api' | 'row'>) {
    this.#of = of;
  }

  /** Told when the value changes: what was said of the one before says nothing of it. */
  readonly forget = (name: string): void => this.#say(name, undefined);

  /** The words of a refusal when another row has the value. `taken` is said where the answer has none. */
  readonly ask = ({ name, field, fixed }: DraftField, values: PlainRow, taken: string): Promise<string | undefined> => {
    const { noun, api, row } = this.#of;
    const value = typeof values[name] === 'string' ? values[name].trim() : values[name];
    if (!field.unique || fixed || [null, undefined, ''].includes(value as null)) return Promise.resolve(undefined); // any value may be looked for
    const known = { ...row, ...Object.fromEntries(Object.entries(values).filter(([, one]) => one !== undefined)) };
    const within = Object.fromEntries(field.unique.flatMap((other) => (known[other] === undefined ? [] : [[other, known[other]]])));
    if (row && value === row[name] && field.unique.every((other) => known[other] === row[other])) return Promise.resolve(undefined);
    const about = JSON.stringify([value, within]);
    const before = this.#asked.get(name);
    if (before?.about === about) return before.answer;
    const { endpoint, input } = freeCheck(api, { noun: noun.name, field: name, value, key: row?.[noun.key], within });
    this.#say(name, 'asking');
    const answer = call(endpoint, input, {}).then(
      (said) => this.#settle(name, about, said === false ? taken : undefined),
      (problem: unknown) => (isRefusal(problem) ? this.#settle(name, about, problem.message) : this.#lose(name, about)),
    );
    this.#asked.set(name, { about, answer });
    return answer;
  };

  readonly #settle = (name: string, about: string, refusal: string | undefined): string | undefined => {
    if (this.#asked.get(name)?.about === about) this.#say(name, refusal === undefined ? 'free' : undefined);
    return refusal;
  };
  readonly #lose = (name: string, about: string): undefined => {
    if (this.#asked.get(name)?.about !== about) return undefined;
    this.#asked.delete(name);
    this.#say(name, 'lost');
  };
  readonly #say = (name: string, now: Freedom): void => {
    if (this.store.get()[name] !== now) this.store.set({ ...this.store.get(), [name]: now });
  };
}

/** The server itself said no: no lost connection, no missing right, no breakdown. */
const isRefusal = (problem: unknown): problem is CallError =>
  problem instanceof CallError &&
  problem.code === 500 &&
  problem.refusal !== undefined &&
  problem.refusal !== 'broken' &&
  problem.refusal !== 'tooSlow';

export const useFreeChecks = (of: Pick<DraftOptions, 'noun' | 'api' | 'row'>): FreeChecks => useState(() => new FreeChecks(of))[0];
