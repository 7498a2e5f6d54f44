import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GunStart } from '#apps/driver/rendering.ts';
import { driverPath } from '#domains/driver/resources.ts';
import { BASE_PATH } from '#kit/resource/base-path.ts';

/** The path before that of each call of drivers. */
export const DRIVER_API = `${BASE_PATH}${driverPath}`;

const HTTP_OK = 200;

/**
 * Asks the API for a gun, as the script of the page would: through its checks, its limits and its words. The page gets what any phone would get.
 */
export const gunAnswer = async (
  app: FastifyInstance,
  { ip, headers }: FastifyRequest,
  { label, gun }: { readonly label: string; readonly gun: string },
): Promise<Pick<GunStart, 'answer' | 'code'>> => {
  const answer = await app.inject({
    method: 'GET',
    url: `${DRIVER_API}/guns/${encodeURIComponent(label)}/${gun}`,
    remoteAddress: ip,
    headers: { 'accept-language': headers['accept-language'] ?? 'en', 'user-agent': headers['user-agent'] ?? '' },
  });
  if (answer.statusCode === HTTP_OK) return { answer: answer.json<NonNullable<GunStart['answer']>>(), code: null };
  const problem: unknown = answer.headers['content-type']?.toString().includes('json') ? answer.json() : {};
  const code = typeof problem === 'object' && problem !== null && 'code' in problem ? String(problem.code) : 'failed';
  return { answer: null, code };
};
