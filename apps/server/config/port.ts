/** The port in a variable of the environment, or a one-line error. */
export const portOf = (env: Readonly<Record<string, string | undefined>>, name: string, fallback: number): number | string => {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  return Number.isInteger(value) && value >= 0 && value <= 65_535 ? value : `${name} must be a port from 0 to 65535, not ${text}.`;
};
