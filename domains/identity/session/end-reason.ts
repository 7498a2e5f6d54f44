/** Why a session ended, other than by signing out. The database stores it, and the next answer reports it. */
export type EndReason =
  | 'frozen'
  | 'deleted'
  | 'closed'
  | 'password'
  | 'reset'
  | 'secondStep'
  | 'forced'
  | 'own'
  | 'elsewhere'
  | 'browser'
  | 'rotated'
  | 'idle'
  | 'expired';
