import { randomUUID } from 'node:crypto';
import type { Endpoint } from '#kit/resource/endpoint.ts';

/** The additional header of a call to an idempotent endpoint: a new key each time. */
export const idempotencyHeader = ({ idempotent }: Pick<Endpoint, 'idempotent'>): Readonly<Record<string, string>> =>
  idempotent ? { 'idempotency-key': randomUUID() } : {};
