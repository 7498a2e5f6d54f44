/** What PostgreSQL and the network say of a server that is just going or just coming: signed off, starting, full, or not there. */
const AWAY: ReadonlySet<string> = new Set([
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '53300',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Whether the same may work in a moment. */
export const isServerAway = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && AWAY.has(String(error.code))) || /^(Connection terminated|Client )/.test(error.message));
