/** Error codes of a server that is stopping, starting, out of connections or not running. */
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

/** Whether the same operation may succeed shortly. */
export const isServerAway = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && AWAY.has(String(error.code))) || /^(Connection terminated|Client )/.test(error.message));
