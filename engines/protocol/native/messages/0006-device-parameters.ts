import { list, tlv } from '../../codec/composite.ts';
import { brief } from '../../codec/kind.ts';
import { parameterKinds } from '../parameters.ts';
import { fromPile, plainReply } from './message.ts';

/** More parameters do not fit into a frame when all values have their maximum length. */
const PARAMETERS_MAX = 40;

export const deviceParameters = fromPile('device parameters', { values: brief(list(tlv(parameterKinds), PARAMETERS_MAX)) });

export const deviceParametersReply = plainReply('device parameters reply');
