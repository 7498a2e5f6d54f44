import { randomUUID } from 'node:crypto';
import type { Endpoint } from '#kit/resource/endpoint.ts';

/** What a caller of an idempotent endpoint sends beside the rest: a new key each time. */
export const idempotencyHeader = ({ idempotent }: Pick<Endpoint, 'idempotent'>): Readonly<Record<string, string>> =>
  idempotent ? { 'idempotency-key': randomUUID() } : {};
